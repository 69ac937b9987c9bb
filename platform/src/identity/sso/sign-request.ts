import { sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { ServiceProvider } from '#identity/service-provider.ts'

type AuthnRequest = {
  id: string
  relayState: string
  issuedAt: Date
  signInUrl: string
  nameIdFormat: string
}

const SIGNATURE_METHOD = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/**
 * The provider's URL with a signed AuthnRequest, by the HTTP-Redirect binding. The library would take id and time from its own generator and
 * clock.
 */
export function signRequest(
  { entityId, acsUrl, privateKey }: ServiceProvider,
  { id, relayState, issuedAt, signInUrl, nameIdFormat }: AuthnRequest,
): string {
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${id}" Version="2.0" IssueInstant="${issuedAt.toISOString()}" Destination="${escaped(signInUrl)}"` +
    ` AssertionConsumerServiceURL="${escaped(acsUrl)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">` +
    `<saml:Issuer>${escaped(entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy Format="${escaped(nameIdFormat)}" AllowCreate="true"/></samlp:AuthnRequest>`
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(xml).toString('base64'),
    RelayState: relayState,
    SigAlg: SIGNATURE_METHOD,
  })
  // The signature covers the parameters as they are encoded.
  query.set(
    'Signature',
    sign('sha256', Buffer.from(query.toString()), privateKey).toString('base64'),
  )
  const separator = new URL(signInUrl).search === '' ? '?' : '&'

  return `${signInUrl.replace(/#.*$|\?$/, '')}${separator}${query}`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
