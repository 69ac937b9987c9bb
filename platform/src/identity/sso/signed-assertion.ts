import { badResponse } from './errors.ts'
import type { XmlElement } from './read-xml.ts'
import { parseXml } from './response-document.ts'

type Expected = {
  /** Ours. */
  entityId: string
  acsUrl: string
  /** The provider's, from its stored metadata: never those in the message. */
  certificates: readonly string[]
}

/** Returns the assertion that a signature of the provider covers, and nothing around it. */
export async function signedAssertion(
  { entityId, acsUrl, certificates }: Expected,
  text: string,
): Promise<XmlElement> {
  const { SAML } = await loadLibrary()
  const saml = new SAML({
    issuer: entityId,
    // Checked by us: here another audience would look like a wrong signature.
    audience: false,
    callbackUrl: acsUrl,
    idpCert: [...certificates],
    // A response may be signed as a whole, or only its assertion; one of both the library always requires.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // It reads the machine's clock; times are checked by ours.
    acceptedClockSkewMs: -1,
  })
  const SAMLResponse = Buffer.from(text).toString('base64')
  const verified = await saml
    .validatePostResponseAsync({ SAMLResponse })
    .catch((cause: unknown) => {
      throw new NotSigned(cause)
    })
  const assertion = verified.profile?.getAssertionXml?.()
  if (assertion === undefined) throw new NotSigned('no assertion')

  return parseXml(assertion)
}

/** A provider that changed its certificate looks the same, so its metadata is fetched again. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned'

  constructor(cause: unknown) {
    super('no valid signature', { cause })
  }
}

export const notSignedResponse = (cause: NotSigned) =>
  badResponse('its signature does not match the metadata of the provider', 'wrong_signature', {
    cause,
  })

let library: Promise<typeof import('@node-saml/node-saml')> | undefined

/** Loaded at first use: servers without SAML never need it. */
function loadLibrary() {
  library ??= import('@node-saml/node-saml')

  return library
}
