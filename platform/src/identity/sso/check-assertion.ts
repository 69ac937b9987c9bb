import { badResponse } from './errors.ts'
import { childrenOf, type XmlElement } from './read-xml.ts'
import { ASSERTION } from './response-document.ts'

const SKEW_MS = 60_000
const LONGEST_LIFE_MS = 10 * 60_000
const LONGEST_ID = 1000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

export type ExpectedAssertion = {
  /** The provider's entity id. */
  issuer: string
  /** Our entity id. */
  audience: string
  acsUrl: string
  /** null: the sign-in began at the provider. */
  requestId: string | null
}

export type AcceptedAssertion = {
  id: string
  /** Until then its id is remembered, so that it counts once. */
  usableUntil: Date
  sessionEndsAt: Date | null
  nameId: { value: string; format: string | undefined } | null
  attributes: ReadonlyMap<string, readonly string[]>
}

/** Applies the rules of SAML's browser profile to a signed assertion, by our clock. */
export function checkAssertion(
  assertion: XmlElement,
  expected: ExpectedAssertion,
  now: Date,
): AcceptedAssertion {
  const id = assertion.attributes.get('ID') ?? ''
  if (assertion.namespace !== ASSERTION || assertion.name !== 'Assertion') {
    throw badResponse('the signature covers no assertion')
  }
  if (assertion.attributes.get('Version') !== '2.0') throw badResponse('it is not SAML 2.0')
  if (id === '' || id.length > LONGEST_ID) throw badResponse('the assertion has no ID')
  if (only(assertion, 'Issuer').text.trim() !== expected.issuer) {
    throw badResponse('the issuer is another one', 'wrong_issuer')
  }
  checkConditions(only(assertion, 'Conditions'), expected, now)
  const subject = only(assertion, 'Subject')
  const end = checkConfirmation(subject, expected, now)

  return {
    id,
    usableUntil: new Date(end.getTime() + SKEW_MS),
    sessionEndsAt: sessionEnd(assertion, now),
    nameId: nameIdOf(subject),
    attributes: attributesOf(assertion),
  }
}

function checkConditions(conditions: XmlElement, { audience }: ExpectedAssertion, now: Date): void {
  const { notBefore, notOnOrAfter } = timesOf(conditions)
  if (notBefore && notBefore.getTime() > now.getTime() + SKEW_MS) {
    throw badResponse('the assertion is not valid yet', 'not_yet_valid')
  }
  if (notOnOrAfter && isOver(notOnOrAfter, now))
    throw badResponse('the assertion has expired', 'expired')

  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  const isForUs = restrictions.every((one) =>
    childrenOf(one, ASSERTION, 'Audience').some(({ text }) => text.trim() === audience),
  )
  if (restrictions.length === 0 || !isForUs)
    throw badResponse('the audience is another one', 'wrong_audience')
}

/** Exactly one confirmation, by whoever bears the assertion, for the request that we sent. Returns its end. */
function checkConfirmation(
  subject: XmlElement,
  { acsUrl, requestId }: ExpectedAssertion,
  now: Date,
): Date {
  const confirmation = only(subject, 'SubjectConfirmation')
  if (confirmation.attributes.get('Method') !== BEARER) {
    throw badResponse('the subject confirmation is not by bearer')
  }
  const data = only(confirmation, 'SubjectConfirmationData')
  if (data.attributes.get('Recipient') !== acsUrl)
    throw badResponse('the recipient is another one', 'wrong_destination')
  if ((data.attributes.get('InResponseTo') ?? null) !== requestId) {
    throw badResponse('it answers another request', 'other_request')
  }
  const { notBefore, notOnOrAfter } = timesOf(data)
  if (!notOnOrAfter) throw badResponse('the subject confirmation has no end')
  if (isOver(notOnOrAfter, now)) throw badResponse('the assertion has expired', 'expired')
  if (notOnOrAfter.getTime() > now.getTime() + LONGEST_LIFE_MS + SKEW_MS) {
    throw badResponse('the subject confirmation is valid for too long', 'valid_too_long')
  }
  if (notBefore && notBefore.getTime() > now.getTime() + SKEW_MS) {
    throw badResponse('the assertion is not valid yet', 'not_yet_valid')
  }
  return notOnOrAfter
}

function sessionEnd(assertion: XmlElement, now: Date): Date | null {
  const ends = childrenOf(assertion, ASSERTION, 'AuthnStatement').flatMap(({ attributes }) => {
    const text = attributes.get('SessionNotOnOrAfter')
    return text === undefined ? [] : [dateOf(text).getTime()]
  })
  if (ends.length === 0) return null
  const end = new Date(Math.min(...ends))
  if (end <= now) throw badResponse('the session at the provider has ended', 'session_ended')

  return end
}

function nameIdOf(subject: XmlElement): AcceptedAssertion['nameId'] {
  const [found, ...others] = childrenOf(subject, ASSERTION, 'NameID')
  if (others.length > 0) throw badResponse('it must have one NameID')

  return found ? { value: found.text.trim(), format: found.attributes.get('Format') } : null
}

export function attributesOf(assertion: XmlElement): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  const attributes = childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, ASSERTION, 'Attribute'),
  )
  for (const attribute of attributes) {
    const name = attribute.attributes.get('Name') ?? ''
    const values = childrenOf(attribute, ASSERTION, 'AttributeValue').map(({ text }) => text.trim())
    found.set(name, [...(found.get(name) ?? []), ...values])
  }
  return found
}

/** The only child of this name. */
function only(parent: XmlElement, name: string): XmlElement {
  const [found, ...others] = childrenOf(parent, ASSERTION, name)
  if (!found || others.length > 0) throw badResponse(`it must have one ${name}`)

  return found
}

const isOver = (end: Date, now: Date) => end.getTime() + SKEW_MS <= now.getTime()

function timesOf({ attributes }: XmlElement) {
  const read = (name: string) => {
    const text = attributes.get(name)
    return text === undefined ? null : dateOf(text)
  }

  return { notBefore: read('NotBefore'), notOnOrAfter: read('NotOnOrAfter') }
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,12})?(Z|[+-]\d\d:\d\d)$/

function dateOf(text: string): Date {
  const date = new Date(text)
  if (!DATE.test(text) || Number.isNaN(date.getTime())) throw badResponse('a date is malformed')

  return date
}
