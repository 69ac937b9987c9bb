import {
  ACCESS_LIFE_S,
  type GrantState,
  REFRESH_LIFE_S,
  type Token,
} from '#github/grants/grants.ts'
import {
  FIRST_INSTALLATION_ID,
  type InstallationState,
} from '#github/installations/installations.ts'
import { localApp } from '#github/registrations/registration.ts'
import { DAY_MS } from '#runtime/clock.ts'

const PRIYA = 1002
const LANTERNWORKS = 501
/** The product's demo uses the same pair. Both are valid only for this stand-in. */
const ACCESS_TOKEN = 'ghu_demoPriyaNairOpensOnlyTheStandIn0001'
const REFRESH_TOKEN =
  'ghr_demoPriyaNairOpensOnlyTheStandIn000100000000000000000000000000000000000000001'

/** From the first start Priya has authorized the app. */
export const demoGrants = (now: number): GrantState => ({
  grants: [
    {
      id: 1,
      clientId: localApp.clientId,
      personId: PRIYA,
      grantedAt: now - 100 * DAY_MS,
    },
  ],
  codes: [],
  tokens: [demoToken(now)],
  nextGrantId: 2,
})

/** It is installed on her account and on one of her two organisations. */
export const demoInstallations = (now: number): InstallationState => ({
  installations: [PRIYA, LANTERNWORKS].map((accountId, i) => ({
    id: FIRST_INSTALLATION_ID + i,
    clientId: localApp.clientId,
    accountId,
    selection: 'all',
    installedBy: PRIYA,
    createdAt: now - 100 * DAY_MS,
    updatedAt: now - 100 * DAY_MS,
    suspended: null,
  })),
  tokens: [],
  nextId: FIRST_INSTALLATION_ID + 2,
})

/** The product may be reset while this stand-in is not: its demo's tokens then work again, unless Priya revoked them. */
export function renewDemoTokens(state: GrantState, now: number): void {
  const isGranted = state.grants.some(
    ({ clientId, personId }) => clientId === localApp.clientId && personId === PRIYA,
  )
  state.tokens = state.tokens.filter(({ accessToken }) => accessToken !== ACCESS_TOKEN)
  if (isGranted) state.tokens.push(demoToken(now))
}

const demoToken = (now: number): Token => ({
  accessToken: ACCESS_TOKEN,
  clientId: localApp.clientId,
  personId: PRIYA,
  issuedAt: now,
  renewal: {
    refreshToken: REFRESH_TOKEN,
    accessUntil: now + ACCESS_LIFE_S * 1000,
    refreshUntil: now + REFRESH_LIFE_S * 1000,
  },
})
