import type { Clock } from '#clock/clock.ts'
import type { RestConfig } from '#config/rest.ts'
import type { Database } from '#db/database.ts'
import type { AuthNeeds } from '#http/auth/auth-needs.ts'
import { CREDENTIALS } from '#http/frame/caching.ts'
import { openRest } from '#http/rest/open-rest.ts'
import { platformCallers } from '#http/rest/platform-caller.ts'
import type { Log } from '#log/log.ts'

type Needs = { config: RestConfig; db: Database; clock: Clock; log: Log; auth: AuthNeeds }

export const REST = '/rest/v1'

/** The data API with the platform's tokens and keys, the configured schemas and a row limit. */
export function openDataApi({ config, db, clock, log, auth }: Needs) {
  return openRest({
    db,
    clock,
    log,
    mountedAt: REST,
    keyParameter: 'apikey',
    callerOf: platformCallers({ tokens: auth.identity.tokens, apiKeys: auth.apiKeys }),
    options: {
      schemas: config.schemas,
      extraSearchPath: config.extraSearchPath,
      anonRole: config.anonRole,
      maxRows: config.maxRows,
      txEnd: 'commit',
      areAggregatesAllowed: false,
      arePlansAllowed: false,
      preRequest: undefined,
      appSettings: {},
      statementLimits: {
        [config.anonRole]: config.statementLimitsMs.anonymous,
        authenticated: config.statementLimitsMs.member,
      },
      alsoExposed: ['Preference-Applied', 'Retry-After'],
      credentialHeaders: CREDENTIALS,
      openApi: 'follow-privileges',
    },
  })
}
