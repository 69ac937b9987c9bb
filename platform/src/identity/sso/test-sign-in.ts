import { randomUUID } from 'node:crypto'
import type { SsoTestReport } from '@app/contract/sso'
import { type Sql, theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import type { Identity } from '#identity/identity.ts'
import { FLOW_TTL_MS } from './accept-response.ts'
import { requestUrl, requireSaml } from './begin-sign-in.ts'
import { relayStateExpired, relayStateNotFound, testNotFound } from './errors.ts'
import { findNamed } from './manage-providers.ts'
import { findProvider } from './providers-table.ts'
import { reportOn } from './test-report.ts'
import { findTest, insertTest, type SamlTest, spendTest, storeReport } from './tests-table.ts'

/** Tells the responses of tests from those of sign-ins. */
const PREFIX = 'test-'

export const isOfTest = (relayState: string) => relayState.startsWith(PREFIX)

export type BegunTest = { id: string; url: string }

/** Begins a sign-in that signs nobody in. A disabled provider can be tested before it is enabled. */
export async function beginSsoTest(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'saml'>,
  name: string,
  redirectTo: string,
): Promise<BegunTest> {
  const saml = requireSaml(needs)
  const provider = await findNamed(sql, name)
  const id = randomUUID()
  const requestId = `_${randomUUID()}`
  const now = needs.clock.now()
  await insertTest(sql, {
    id,
    sso_provider_id: provider.id,
    request_id: requestId,
    redirect_to: redirectTo,
    created_at: now,
  })

  return { id, url: requestUrl(saml, provider, { id: requestId, relayState: PREFIX + id, now }) }
}

type Posted = { response: string; relayState: string }

/** Keeps a report of what came. Throws only if no test is found. */
export async function answerSsoTest(
  needs: Identity,
  { response, relayState }: Posted,
): Promise<{ id: string; redirectTo: string }> {
  const saml = requireSaml(needs)
  const { db, clock } = needs
  const id = relayState.slice(PREFIX.length).toLowerCase()
  const test = isUuid(id) ? await db.as(theServer, (sql) => spendTest(sql, id, clock.now())) : null
  const provider =
    test && (await db.as(theServer, (sql) => findProvider(sql, 'id', test.sso_provider_id)))
  if (!provider) throw relayStateNotFound()
  if (clock.now().getTime() - test.created_at.getTime() > FLOW_TTL_MS) throw relayStateExpired()

  const report = await reportOn(needs, { saml, provider, requestId: test.request_id, response })
  await db.as(theServer, (sql) => storeReport(sql, id, seal(needs, id, report)))

  return { id, redirectTo: test.redirect_to }
}

/** null: no response has come yet. */
export async function readSsoTest(
  needs: Pick<Identity, 'db' | 'keyring'>,
  name: string,
  id: string,
): Promise<SsoTestReport | null> {
  const test = await needs.db.as(theServer, async (sql) => {
    const provider = await findNamed(sql, name)
    return isUuid(id) ? findTest(sql, id.toLowerCase(), provider.id) : null
  })
  if (!test) throw testNotFound()

  return open(needs, test)
}

// Sealed, because it is personal.

const placeOf = (id: string) => `saml_tests|report|${id}`

const seal = ({ keyring }: Pick<Identity, 'keyring'>, id: string, report: SsoTestReport) =>
  keyring.seal(JSON.stringify(report), placeOf(id))

const open = (
  { keyring }: Pick<Identity, 'keyring'>,
  { id, report_sealed }: SamlTest,
): SsoTestReport | null =>
  report_sealed === null ? null : JSON.parse(keyring.open(report_sealed, placeOf(id)))
