import type { KeyObject } from 'node:crypto'
import type { ServiceProvider } from '#identity/service-provider.ts'
import { issuerOf } from '#identity/settings.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

type Options = {
  apiUrl: string
  privateKey: KeyObject
  nextPrivateKey: KeyObject | null
  idpInitiated: boolean
}

export function serviceProvider({
  apiUrl,
  privateKey,
  nextPrivateKey,
  idpInitiated,
}: Options): ServiceProvider {
  const base = `${issuerOf({ apiUrl })}/sso/saml`
  const keys = nextPrivateKey ? [privateKey, nextPrivateKey] : [privateKey]

  return {
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    finishUrl: `${base}/finish`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificates: keys.map(selfSignedCertificate),
    idpInitiated,
  }
}

/** The metadata document that identity providers import. */
export function metadataXml({ entityId, acsUrl, certificates }: ServiceProvider): string {
  const keys = certificates.map(
    (pem) => `
    <KeyDescriptor use="signing">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64In(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </KeyDescriptor>`,
  )
  const formats = ['persistent', 'emailAddress'].map(
    (name) => `
    <NameIDFormat>urn:oasis:names:tc:SAML:${name === 'persistent' ? '2.0' : '1.1'}:nameid-format:${name}</NameIDFormat>`,
  )

  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${formats.join('')}
    <AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsUrl)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}

const base64In = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
