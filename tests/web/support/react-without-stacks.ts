/**
 * React's development build takes a stack trace of each created element, to name it in warnings, and pauses that after 10,000. This makes
 * it pause from the start; warnings still appear.
 */
import * as React from 'react';

const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
