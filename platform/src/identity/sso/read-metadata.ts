import { X509Certificate } from 'node:crypto'
import { MOST_METADATA_BYTES } from '@app/contract/sso'
import { badMetadata } from './errors.ts'
import { childrenOf, everyElement, readXml, type XmlElement } from './read-xml.ts'
import { XmlRefused } from './scan-xml.ts'

const LIMITS = { depth: 64, tags: 20_000, attributes: 64 }
const LONGEST_ENTITY_ID = 1024
const MOST_CERTIFICATES = 10
const SMALLEST_KEY_BITS = 2048

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

export type IdpMetadata = {
  entityId: string
  signInUrl: string
  /** PEM. */
  certificates: string[]
  /** The metadata's own end, or that of its last certificate; null: none of them says. */
  endsAt: Date | null
}

/** Throws `validation_failed`, for an admin who configures a provider. */
export function readMetadata(xml: string): IdpMetadata {
  if (Buffer.byteLength(xml) > MOST_METADATA_BYTES) throw badMetadata('it is larger than 1 MiB')
  const entity = entityIn(parse(xml))
  const entityId = entity.attributes.get('entityID') ?? ''
  if (entityId === '' || entityId.length > LONGEST_ENTITY_ID) {
    throw badMetadata('it has no usable entityID')
  }
  const [role, ...others] = childrenOf(entity, METADATA, 'IDPSSODescriptor')
  if (!role || others.length > 0) throw badMetadata('it must have one IDPSSODescriptor')
  const certificates = certificatesOf(role)

  return {
    entityId,
    signInUrl: signInUrlOf(role),
    certificates: certificates.map(String),
    endsAt: endOf(entity, certificates),
  }
}

function parse(xml: string): XmlElement {
  try {
    return readXml(xml.replace(/^\uFEFF/, '').trim(), LIMITS)
  } catch (error) {
    if (error instanceof XmlRefused) throw badMetadata(error.message)
    throw error
  }
}

/** Some providers wrap their only entity into a list. */
function entityIn(root: XmlElement): XmlElement {
  const isList = root.namespace === METADATA && root.name === 'EntitiesDescriptor'
  const [entity, ...others] = isList ? childrenOf(root, METADATA, 'EntityDescriptor') : [root]
  if (others.length > 0) throw badMetadata('it has several entities')
  if (entity?.namespace !== METADATA || entity.name !== 'EntityDescriptor') {
    throw badMetadata('it has no EntityDescriptor')
  }
  return entity
}

function signInUrlOf(role: XmlElement): string {
  const url = childrenOf(role, METADATA, 'SingleSignOnService')
    .find(({ attributes }) => attributes.get('Binding') === REDIRECT)
    ?.attributes.get('Location')
  if (!url || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw badMetadata('it has no SingleSignOnService for the HTTP-Redirect binding')
  }
  return url
}

function certificatesOf(role: XmlElement): X509Certificate[] {
  const texts = childrenOf(role, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap((key) => [...everyElement(key)])
    .filter(({ namespace, name }) => namespace === SIGNATURE && name === 'X509Certificate')
    .map(({ text }) => text)
  const certificates = [...new Set(texts)].map(readCertificate)
  if (certificates.length === 0) throw badMetadata('it has no certificate for signatures')
  if (certificates.length > MOST_CERTIFICATES) throw badMetadata('it has too many certificates')

  return certificates
}

function readCertificate(base64: string): X509Certificate {
  const certificate = parsedCertificate(base64)
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  if (asymmetricKeyType !== 'rsa' || bits < SMALLEST_KEY_BITS) {
    throw badMetadata('a certificate has no RSA key of at least 2048 bits')
  }
  return certificate
}

function parsedCertificate(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw badMetadata('a certificate is malformed')
  }
}

function endOf(entity: XmlElement, certificates: readonly X509Certificate[]): Date | null {
  const validUntil = Date.parse(entity.attributes.get('validUntil') ?? '')
  // With a second certificate the provider can go on when the first one ends.
  const last = Math.max(...certificates.map(({ validTo }) => Date.parse(validTo)))
  const ends = [validUntil, last].filter((time) => !Number.isNaN(time))

  return ends.length === 0 ? null : new Date(Math.min(...ends))
}
