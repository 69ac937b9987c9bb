import type { GrantState, Token } from '#github/grants/grant-memory.ts'
import { ACCESS_LIFE_S, REFRESH_LIFE_S } from '#github/grants/tokens.ts'
import {
  FIRST_INSTALLATION_ID,
  type InstallationState,
} from '#github/installations/installation-memory.ts'
import { localApp } from '#github/registrations/registration.ts'

const PRIYA = 1002
const LANTERNWORKS = 501
const DAY_MS = 24 * 60 * 60 * 1000

/** The product's demo knows this pair too. Both open nothing but this stand-in. */
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
      scopes: [],
      grantedAt: now - 100 * DAY_MS,
    },
  ],
  codes: [],
  tokens: [demoToken(now)],
  nextGrantId: 2,
  suspended: [],
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

/** The product may begin anew while this stand-in remembers: its demo's tokens work again, unless Priya revoked them here. */
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
  scopes: [],
  issuedAt: now,
  renewal: {
    refreshToken: REFRESH_TOKEN,
    accessUntil: now + ACCESS_LIFE_S * 1000,
    refreshUntil: now + REFRESH_LIFE_S * 1000,
  },
})
