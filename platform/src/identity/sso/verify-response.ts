import { theServer } from '#db/database.ts'
import type { Identity } from '#identity/identity.ts'
import type { ServiceProvider } from '#identity/service-provider.ts'
import { sendPlatformJob } from '#jobs/send-job.ts'
import { type AcceptedAssertion, checkAssertion } from './check-assertion.ts'
import { badResponse } from './errors.ts'
import { rememberAssertion } from './flows-table.ts'
import type { ProviderRow } from './providers-table.ts'
import { readMetadata } from './read-metadata.ts'
import type { XmlElement } from './read-xml.ts'
import type { ResponseDocument } from './response-document.ts'
import { NotSigned, notSignedResponse, signedAssertion } from './signed-assertion.ts'

export type Answer = {
  saml: ServiceProvider
  provider: ProviderRow
  /** null: the sign-in began at the provider. */
  requestId: string | null
  document: ResponseDocument
}

type Needs = Pick<Identity, 'db' | 'clock'>

/** The assertion that a signature of the provider covers. Its contents are not checked yet. */
export async function signedIn(
  needs: Needs,
  { saml: { acsUrl, entityId }, provider, requestId, document }: Answer,
): Promise<XmlElement> {
  if (!document.isSuccess) {
    throw badResponse('the identity provider has refused the sign-in', 'declined')
  }
  if (document.destination !== undefined && document.destination !== acsUrl) {
    throw badResponse('the destination is another one', 'wrong_destination')
  }
  if ((document.inResponseTo ?? requestId) !== requestId) {
    throw badResponse('it answers another request', 'other_request')
  }
  const { certificates } = readMetadata(provider.metadata_xml)

  return signedAssertion({ entityId, acsUrl, certificates }, document.text).catch(
    (error: unknown) => refetch(needs, provider, error),
  )
}

/** Checks what is signed, and accepts it once. */
export async function acceptSigned(
  { db, clock }: Needs,
  { saml: { acsUrl, entityId }, provider, requestId }: Answer,
  signed: XmlElement,
): Promise<AcceptedAssertion> {
  const accepted = checkAssertion(
    signed,
    { issuer: provider.entity_id, audience: entityId, acsUrl, requestId },
    clock.now(),
  )
  const isFirst = await db.as(theServer, (sql) =>
    rememberAssertion(sql, {
      providerId: provider.id,
      assertionId: accepted.id,
      until: accepted.usableUntil,
    }),
  )
  if (!isFirst) throw badResponse('the assertion was used before', 'used_before')

  return accepted
}

/** The provider may have another certificate by now; the next sign-in finds it. */
async function refetch(
  needs: Needs,
  { id, metadata_url }: ProviderRow,
  error: unknown,
): Promise<never> {
  if (!(error instanceof NotSigned)) throw error
  if (metadata_url !== null) {
    await needs.db.as(theServer, (sql) =>
      sendPlatformJob(sql, 'fetch-sso-metadata', { providerId: id }),
    )
  }
  throw notSignedResponse(error)
}
