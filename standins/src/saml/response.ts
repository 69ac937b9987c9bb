import { randomUUID } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { MINUTE_MS } from '#runtime/clock.ts'
import type { Person, SigningKey } from './memory.ts'

/** What a response says. Every field may be a lie. */
export type Said = {
  issuer: string
  acsUrl: string
  audience: string
  /** null: the sign-in begins here. */
  requestId: string | null
  now: number
  destination: string | null
  recipient: string
  method: string
  assertionId: string
  nameId: string | null
  nameIdFormat: string
  attributes: Record<string, string[]>
  /** From `now`, as all times here; null: the date is missing. */
  endsInMs: number | null
  conditionsEndInMs: number
  validInMs: number
  sessionEndsInMs: number | null
  status: string
  signs: 'assertion' | 'response' | 'both' | 'nothing'
  signatureAlgorithm: string
  digestAlgorithm: string
}

type Asked = Pick<Said, 'issuer' | 'acsUrl' | 'audience' | 'requestId' | 'now'>

export const honest = (asked: Asked, { email, name, department }: Person): Said => ({
  ...asked,
  destination: asked.acsUrl,
  recipient: asked.acsUrl,
  method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  assertionId: `_${randomUUID()}`,
  nameId: `persistent-${email}`,
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  attributes: { mail: [email], displayName: [name], department: [department] },
  endsInMs: 5 * MINUTE_MS,
  conditionsEndInMs: 5 * MINUTE_MS,
  validInMs: -10_000,
  sessionEndsInMs: null,
  status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  signs: 'assertion',
  signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
})

/** The XML of a signed response. */
export function responseXml(said: Said, key: SigningKey): string {
  const unsigned = responseOf(said)
  const withAssertion = ['assertion', 'both'].includes(said.signs)
    ? signed(unsigned, 'Assertion', said, key)
    : unsigned

  return ['response', 'both'].includes(said.signs)
    ? signed(withAssertion, 'Response', said, key)
    : withAssertion
}

/** The signature follows the element's issuer, as the schema has it. */
function signed(
  xml: string,
  name: 'Assertion' | 'Response',
  { signatureAlgorithm, digestAlgorithm }: Said,
  { privateKey, certificate }: SigningKey,
): string {
  const element = `//*[local-name(.)='${name}']`
  const signature = new SignedXml({
    privateKey,
    publicCert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`,
    signatureAlgorithm,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  })
  signature.addReference({
    xpath: element,
    digestAlgorithm,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE_C14N],
  })
  signature.computeSignature(xml, {
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
    prefix: 'ds',
  })

  return signature.getSignedXml()
}

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

function responseOf(said: Said): string {
  const { issuer, destination, requestId, status, now } = said

  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    `${attributes({ ID: `_${randomUUID()}`, Version: '2.0', IssueInstant: dateOf(now), Destination: destination, InResponseTo: requestId })}>` +
    `<saml:Issuer>${escaped(issuer)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${escaped(status)}"/></samlp:Status>` +
    `${assertionOf(said)}</samlp:Response>`
  )
}

function assertionOf(said: Said): string {
  const { now, audience, issuer, endsInMs, recipient, requestId } = said
  const confirmation = attributes({
    NotOnOrAfter: endsInMs === null ? null : dateOf(now + endsInMs),
    Recipient: recipient,
    InResponseTo: requestId,
  })
  const conditions = attributes({
    NotBefore: dateOf(now + said.validInMs),
    NotOnOrAfter: dateOf(now + said.conditionsEndInMs),
  })
  const session = attributes({
    AuthnInstant: dateOf(now),
    SessionIndex: said.assertionId,
    SessionNotOnOrAfter: said.sessionEndsInMs === null ? null : dateOf(now + said.sessionEndsInMs),
  })

  return (
    `<saml:Assertion${attributes({ ID: said.assertionId, Version: '2.0', IssueInstant: dateOf(now) })}>` +
    `<saml:Issuer>${escaped(issuer)}</saml:Issuer>` +
    `<saml:Subject>${nameIdOf(said)}` +
    `<saml:SubjectConfirmation${attributes({ Method: said.method })}><saml:SubjectConfirmationData${confirmation}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions${conditions}><saml:AudienceRestriction><saml:Audience>${escaped(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${Object.entries(said.attributes).map(attributeOf).join('')}</saml:AttributeStatement>` +
    `</saml:Assertion>`
  )
}

const nameIdOf = ({ nameId, nameIdFormat }: Said) =>
  nameId === null
    ? ''
    : `<saml:NameID${attributes({ Format: nameIdFormat })}>${escaped(nameId)}</saml:NameID>`

const attributeOf = ([name, values]: [string, string[]]) =>
  `<saml:Attribute${attributes({ Name: name })}>${values
    .map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`

const attributes = (values: Record<string, string | null>) =>
  Object.entries(values)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value)}"`))
    .join('')

const dateOf = (time: number) => new Date(time).toISOString()

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
