/**
 * React's development build takes a stack trace of each element that is made, so that warnings can say where that was, and
 * stops for a while after 10,000. Here it takes those 10,000 for made: it warns all the same.
 */
import * as React from 'react';

const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
