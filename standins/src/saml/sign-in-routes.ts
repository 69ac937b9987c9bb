import { inflateRawSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { personForm } from '#oauth/consent.ts'
import { isLoopbackHost } from '#runtime/guard.ts'
import { problem as showProblem } from '#runtime/page.ts'
import type { Person, SamlNeeds } from './memory.ts'
import { honest, responseXml } from './response.ts'

/** Metadata, the people, and the page on which one of them signs in. */
export function signInRoutes(needs: SamlNeeds): Hono {
  const { memory, addresses, clock, showPage } = needs
  const peopleNow = () => memory.saml.state.people

  /** Each company below `/companies` is an identity provider of its own, with the same people and key. */
  const placeOf = (c: Context) => {
    const company = c.req.param('company')
    return company ? `${addresses.http}/companies/${company}` : addresses.http
  }

  const metadata = async (c: Context) =>
    c.body(metadataOf(placeOf(c), (await memory.ownKey()).certificate), 200, {
      'content-type': 'application/samlmetadata+xml',
    })

  const ask = (c: Context, problem?: string) =>
    showPage(c, {
      title: 'Sign in',
      status: problem ? 422 : 200,
      body: html`<h1>Company sign-in</h1>
        ${showProblem(problem)}
        ${personForm(peopleNow().map(choiceOf), 'Continue')}`,
    })

  const answer = async (c: Context, request: AuthnRequest) => {
    const form = await c.req.parseBody()
    const isDenied = form.decision === 'deny'
    const person = isDenied
      ? peopleNow()[0]
      : peopleNow().find(({ email }) => email === form.person)
    if (!person) return ask(c, 'Choose somebody first.')

    const { acsUrl, id: requestId, issuer: audience } = request
    const issuer = entityIdOf(placeOf(c))
    const said = honest({ issuer, acsUrl, audience, requestId, now: clock.now() }, person)
    const xml = responseXml(
      isDenied ? { ...said, status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' } : said,
      await memory.ownKey(),
    )
    return showPage(c, {
      title: 'Continue',
      scripts: ['submit.js'],
      formTargets: [new URL(acsUrl).origin],
      body: postPage({
        acsUrl,
        response: Buffer.from(xml).toString('base64'),
        relayState: c.req.query('RelayState') ?? '',
      }),
    })
  }

  const onRequest = (go: (c: Context, request: AuthnRequest) => Response | Promise<Response>) => {
    return (c: Context) => {
      const request = readRequest(c.req.query('SAMLRequest') ?? '')
      if (request) return go(c, request)

      return showPage(c, {
        title: 'Not possible',
        status: 400,
        body: html`<h1>No sign-in</h1><p>This is not a request of a product on this machine.</p>`,
      })
    }
  }

  return new Hono()
    .get('/metadata', metadata)
    .get('/companies/:company{[a-z0-9-]+}/metadata', metadata)
    .on(
      'GET',
      SIGN_IN,
      onRequest((c) => ask(c)),
    )
    .on('POST', SIGN_IN, onRequest(answer))
}

const SIGN_IN = ['/sso', '/companies/:company{[a-z0-9-]+}/sso']

export const entityIdOf = (url: string) => `${url}/metadata`

const metadataOf = (url: string, certificate: string) => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityIdOf(url)}">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`

type AuthnRequest = { id: string; issuer: string; acsUrl: string }

/** Signed by the product, which this stand-in does not check. */
function readRequest(encoded: string): AuthnRequest | null {
  const xml = inflated(encoded)
  const id = /\sID="([^"]+)"/.exec(xml)?.[1]
  const acsUrl = /\sAssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1]
  const issuer = /<saml:Issuer>([^<]+)</.exec(xml)?.[1]
  if (!id || !issuer || !acsUrl || !URL.canParse(acsUrl)) return null

  return isLoopbackHost(new URL(acsUrl).host) ? { id, issuer, acsUrl } : null
}

function inflated(encoded: string): string {
  try {
    return inflateRawSync(Buffer.from(encoded, 'base64'), { maxOutputLength: 65_536 }).toString()
  } catch {
    return ''
  }
}

const choiceOf = ({ name, email }: Person, i: number) => ({
  name,
  note: email,
  value: email,
  isChosen: i === 0,
})

type Posted = { acsUrl: string; response: string; relayState: string }

/** The HTTP-POST binding: the browser carries the response. */
const postPage = ({ acsUrl, response, relayState }: Posted) => html`
  <h1>You are signed in</h1>
  <form method="post" action="${acsUrl}" data-submit>
    <input type="hidden" name="SAMLResponse" value="${response}">
    <input type="hidden" name="RelayState" value="${relayState}">
    <button class="button main">Go back</button>
  </form>`
