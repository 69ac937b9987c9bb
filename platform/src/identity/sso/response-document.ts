import { badResponse } from './errors.ts'
import { childrenOf, everyElement, readXml, type XmlElement } from './read-xml.ts'
import { XmlRefused } from './scan-xml.ts'

const MOST_BYTES = 128 * 1024
const LONGEST_BASE64 = Math.ceil(MOST_BYTES / 3) * 4
const LIMITS = { depth: 64, tags: 2000, attributes: 64 }

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const SIGNATURE_METHODS = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map(
  (name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`,
)
const DIGEST_METHODS = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ALGORITHMS: Partial<Record<string, readonly string[]>> = {
  SignatureMethod: SIGNATURE_METHODS,
  DigestMethod: DIGEST_METHODS,
  CanonicalizationMethod: [EXCLUSIVE_C14N],
  Transform: [`${SIGNATURE}enveloped-signature`, EXCLUSIVE_C14N],
}

/** What a response says before any signature is verified. Nobody is signed in by it. */
export type ResponseDocument = {
  text: string
  isSuccess: boolean
  destination: string | undefined
  inResponseTo: string | undefined
  /** Chooses the provider of a sign-in that began there. */
  issuer: string | undefined
}

/** Everything that needs no key, so that the signature library sees small, plain documents of one shape only. */
export function readResponse(encoded: string): ResponseDocument {
  const text = decodeResponse(encoded)
  const root = parseXml(text)
  if (root.namespace !== PROTOCOL || root.name !== 'Response') {
    throw badResponse('it is not a Response')
  }
  const succeeded = isSuccess(root)
  if (succeeded) {
    const elements = [...everyElement(root)]
    requireOneAssertion(root, elements)
    requireStrongSignatures(elements)
  }

  return {
    text,
    isSuccess: succeeded,
    destination: root.attributes.get('Destination'),
    inResponseTo: root.attributes.get('InResponseTo'),
    issuer: childrenOf(root, ASSERTION, 'Issuer')[0]?.text.trim(),
  }
}

/** The assertion of a response that may be refused. Nothing here is verified. */
export function unverifiedAssertion(encoded: string): XmlElement | null {
  try {
    return childrenOf(parseXml(decodeResponse(encoded)), ASSERTION, 'Assertion')[0] ?? null
  } catch {
    return null
  }
}

/** Parses what the signature covers. */
export const parseXml = (text: string): XmlElement => {
  try {
    return readXml(text, LIMITS)
  } catch (error) {
    if (error instanceof XmlRefused) throw badResponse(error.message)
    throw error
  }
}

function decodeResponse(encoded: string): string {
  const base64 = encoded.replace(/\s+/g, '')
  if (base64 === '') throw badResponse('SAMLResponse is missing')
  if (base64.length > LONGEST_BASE64) throw badResponse('it is too large')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw badResponse('it is not base64')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MOST_BYTES) throw badResponse('it is too large')

  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badResponse('it is not UTF-8')
  }
}

/** Providers tell by the status that a user cancelled, or may not use this service. */
function isSuccess(root: XmlElement): boolean {
  const [status, ...others] = childrenOf(root, PROTOCOL, 'Status')
  const codes = status ? childrenOf(status, PROTOCOL, 'StatusCode') : []
  const value = codes[0]?.attributes.get('Value')
  if (others.length > 0 || codes.length !== 1 || value === undefined) {
    throw badResponse('its status is malformed')
  }

  return value === SUCCESS
}

/** Wrapping attacks hide a second assertion or response somewhere else in the document. */
function requireOneAssertion(root: XmlElement, elements: readonly XmlElement[]): void {
  if (elements.some(({ name }) => name === 'EncryptedAssertion' || name === 'EncryptedID')) {
    throw badResponse('it is encrypted, which is not supported', 'encrypted')
  }
  const named = (wanted: string) => elements.filter(({ name }) => name === wanted).length
  const isPlain = named('Assertion') === 1 && named('Response') === 1
  if (!isPlain || childrenOf(root, ASSERTION, 'Assertion').length !== 1) {
    throw badResponse('it must have exactly one assertion')
  }
}

function requireStrongSignatures(elements: readonly XmlElement[]): void {
  const signatures = elements.filter(({ name }) => name === 'Signature')
  const references = elements.filter(({ name }) => name === 'Reference')
  if (signatures.length === 0) throw badResponse('it is not signed', 'unsigned')
  if (signatures.length > 2 || references.length !== signatures.length) {
    throw badResponse('each signature must have one reference')
  }
  for (const { name, namespace, attributes } of elements) {
    const allowed = ALGORITHMS[name]
    const isWeak = allowed && !allowed.includes(attributes.get('Algorithm') ?? '')
    if (isWeak && namespace === SIGNATURE)
      throw badResponse('it is signed with a weak algorithm', 'weak_signature')
  }
}
