/**
 * Disables the stack traces that React's development build records for each created element. React stops recording them after 10,000
 * elements; this makes it stop from the start. Warnings still appear.
 */
import * as React from 'react';

const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
