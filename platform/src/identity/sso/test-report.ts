import type { ErrorCode } from '@app/contract/errors'
import type { SsoRefusal, SsoTestReport } from '@app/contract/sso'
import { theServer } from '#db/database.ts'
import { AppError } from '#errors/app-error.ts'
import { isBanned } from '#identity/account.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { signupsDisabled } from '#identity/accounts/errors.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { findOwner } from '#identity/oauth/provider-identities-table.ts'
import type { ServiceProvider } from '#identity/service-provider.ts'
import { attributesOf } from './check-assertion.ts'
import { personIn, type SsoPerson } from './claims.ts'
import { ResponseRefused } from './errors.ts'
import { providerName } from './provider-name.ts'
import type { ProviderRow } from './providers-table.ts'
import { childrenOf, type XmlElement } from './read-xml.ts'
import { allowedEmail, domainOf } from './resolve-sso-account.ts'
import { ASSERTION, readResponse, unverifiedAssertion } from './response-document.ts'
import { acceptSigned, signedIn } from './verify-response.ts'

type Posted = {
  saml: ServiceProvider
  provider: ProviderRow
  requestId: string
  response: string
}

/** Applies the rules of a sign-in to a response, and says what came and which rule refused it. */
export async function reportOn(
  needs: Identity,
  { saml, provider, requestId, response }: Posted,
): Promise<SsoTestReport> {
  const now = needs.clock.now()
  const unverified = unverifiedAssertion(response)
  const report: SsoTestReport = {
    at: now.toISOString(),
    refusal: null,
    came: unverified && { ...contentsOf(unverified, now), isVerified: false },
    user: null,
    isProviderDisabled: provider.disabled,
  }

  try {
    const answer = { saml, provider, requestId, document: readResponse(response) }
    const signed = await signedIn(needs, answer)
    report.came = { ...contentsOf(signed, now), isVerified: true }
    const accepted = await acceptSigned(needs, answer, signed)
    const person = personIn(accepted, provider.attribute_mapping)
    const found = await accountOf(needs, provider, person)
    report.user = userOf(person, found !== null)
    allowedEmail(provider, person)
    refuseAccount(needs, found, now)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    report.refusal = { reason: reasonOf(error), message: error.message }
  }

  return report
}

type Contents = NonNullable<SsoTestReport['came']>

/** Reads leniently, because it shows also what is refused. */
function contentsOf(assertion: XmlElement, now: Date): Omit<Contents, 'isVerified'> {
  const inside = (path: readonly string[]) =>
    path.reduce<XmlElement[]>(
      (found, name) => found.flatMap((one) => childrenOf(one, ASSERTION, name)),
      [assertion],
    )
  const [nameId] = inside(['Subject', 'NameID'])
  const [confirmation] = inside(['Subject', 'SubjectConfirmation', 'SubjectConfirmationData'])
  const issued = Date.parse(assertion.attributes.get('IssueInstant') ?? '')

  return {
    issuer: inside(['Issuer'])[0]?.text.trim() ?? null,
    audiences: inside(['Conditions', 'AudienceRestriction', 'Audience']).map(({ text }) =>
      text.trim(),
    ),
    recipient: confirmation?.attributes.get('Recipient') ?? null,
    nameId: nameId
      ? { value: nameId.text.trim(), format: nameId.attributes.get('Format') ?? null }
      : null,
    attributes: [...attributesOf(assertion)].map(([name, values]) => ({
      name,
      values: [...values],
    })),
    clockAheadS: Number.isNaN(issued) ? null : Math.round((issued - now.getTime()) / 1000),
  }
}

const userOf = ({ subject, email, name, claims }: SsoPerson, hasAccount: boolean) => ({
  identifier: subject,
  email,
  domain: domainOf(email.toLowerCase()),
  name,
  claims,
  hasAccount,
})

/** The account that a sign-in would open. */
const accountOf = ({ db }: Identity, { id }: ProviderRow, { subject }: SsoPerson) =>
  db.as(theServer, async (sql) => {
    const ownerId = await findOwner(sql, { provider: providerName(id), subject })
    return ownerId === null ? null : findAccount(sql, 'id', ownerId)
  })

type Found = Awaited<ReturnType<typeof accountOf>>

function refuseAccount({ settings }: Identity, found: Found, now: Date): void {
  if (!found && settings.signupDisabled) throw signupsDisabled()
  if (found && isBanned(found, now)) throw userBanned(403)
}

const REASONS: Partial<Record<ErrorCode, SsoRefusal>> = {
  saml_assertion_no_user_id: 'no_identifier',
  saml_assertion_no_email: 'no_email',
  email_address_not_authorized: 'foreign_domain',
  signup_disabled: 'no_new_accounts',
  user_banned: 'banned',
}

const reasonOf = (error: AppError): SsoRefusal =>
  error instanceof ResponseRefused ? error.reason : (REASONS[error.code] ?? 'malformed')
