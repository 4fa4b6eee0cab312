import type { Caller } from '#worker/domain/accounts/caller.ts';
import { addressMissLimits, anonymousMissLimit, memberMissLimits } from '#worker/domain/limit.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { Requester } from '#worker/store/scans/lookups.ts';

/** Returns the requester with their rate limits. Includes the limits for visitors in case the session turns out to be invalid. */
export async function identifyRequester<Who extends Caller | undefined>(
  request: Pick<AppEnv['Variables'], 'now' | 'addressHashes'>,
  caller: Who,
): Promise<Requester & { caller: Who }> {
  return {
    caller,
    memberLimits: caller ? memberMissLimits(caller.userId, request.now) : [],
    addressLimits: addressMissLimits(await request.addressHashes(), request.now),
    anonymousLimit: anonymousMissLimit(request.now),
  };
}
