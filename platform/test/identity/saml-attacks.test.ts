// Over both databases: that a response and an assertion count once is decided by rows of several servers.
import { expect, test } from 'vitest'
import { forThisFile } from '#test/for-this-file.ts'
import { MINUTE_MS, ok, refusal } from './factors-server.ts'
import { addProvider, type SamlServer, startSharedSaml } from './saml-server.ts'

// One server for all attacks: each has an employee and a sign-in of its own.

const shared = forThisFile(startSharedSaml())

const SECOND_MS = 1000
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'

/** The result of an attacker's whole sign-in. */
const attack = async (how: Parameters<SamlServer['signIn']>[0]) => {
  const { token, code, error } = await shared().signIn(how)
  return token || code ? 'SIGNED IN' : error
}

test('an honest response signs in, whichever part is signed', async () => {
  const outcomes = [
    await attack({ lies: { signs: 'assertion' } }),
    await attack({ lies: { signs: 'response' } }),
    await attack({ lies: { signs: 'both' } }),
    await attack({ lies: { destination: null } }),
  ]

  expect(outcomes).toEqual(Array(4).fill('SIGNED IN'))
})

test.each(['assertion', 'response', 'both'])(
  'a signed %s does not vouch for another assertion around it',
  async (signs) => {
    const lies = { signs }
    const wrappings: ((xml: string) => string)[] = [
      // The forged assertion before and after the signed one.
      (xml) => xml.replace(/<saml:Assertion/, `${forged(xml)}<saml:Assertion`),
      (xml) => xml.replace('</samlp:Response>', `${forged(xml)}</samlp:Response>`),
      // The signed one inside of the forged one, of its signature, and of an extension.
      (xml) =>
        xml.replace(
          assertionIn(xml),
          forged(xml).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`),
        ),
      (xml) =>
        xml.replace(
          assertionIn(xml),
          forged(xml).replace(
            '</saml:Issuer>',
            `</saml:Issuer>${signatureIn(xml, `<ds:Object>${assertionIn(xml)}</ds:Object>`)}`,
          ),
        ),
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>${forged(xml)}`,
        ),
      // The same id twice, and another one.
      (xml) => xml.replace(assertionIn(xml), `${forged(xml, idIn(xml))}<x>${assertionIn(xml)}</x>`),
      // The whole response inside of another.
      (xml) =>
        xml.replace(
          /^(<samlp:Response[^>]*>)/,
          `$1${forged(xml)}<samlp:Extensions>${xml}</samlp:Extensions>`,
        ),
      // Elements in another namespace are found too.
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `${forged(xml).replaceAll('saml:', 'e:').replace('<e:Assertion', '<e:Assertion xmlns:e="urn:evil"')}${assertionIn(xml)}`,
        ),
    ]

    const outcomes = []
    for (const change of wrappings) outcomes.push(await attack({ lies, change }))

    expect(outcomes).toEqual(wrappings.map(() => 'validation_failed'))
  },
)

test('only a strong signature by the key of the metadata counts', async () => {
  const outcomes = {
    unsigned: await attack({ lies: { signs: 'nothing' } }),
    'a foreign key, also in the message': await attack({ otherKey: true }),
    'a foreign key around the response': await attack({
      otherKey: true,
      lies: { signs: 'response' },
    }),
    'rsa-sha1': await attack({ lies: { signatureAlgorithm: SHA1 } }),
    'a sha1 digest': await attack({
      lies: { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    }),
    hmac: await attack({
      change: (xml) => xml.replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256'),
    }),
    'no signature value': await attack({
      change: (xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
    }),
    'another transform': await attack({
      change: (xml) => xml.replace('xmldsig#enveloped-signature', 'xpath'),
    }),
    'two references': await attack({
      change: (xml) => xml.replace(/(<ds:Reference.*?<\/ds:Reference>)/s, '$1$1'),
    }),
    'a changed attribute': await attack({ change: (xml) => xml.replace('Ada Berg', 'Eve Berg') }),
    'a changed audience and issuer outside': await attack({
      change: (xml) => xml.replace('<saml:Audience>', '<saml:Audience>x'),
    }),
  }

  expect(outcomes).toEqual(
    Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'validation_failed'])),
  )
})

test('a comment divides neither a name nor a digest', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const nameId = `persistent-${person}`
  const asSigned = (
    await server.signIn({
      person,
      change: (xml) => xml.replace(nameId, `persistent-<!-- x -->${person}`),
    })
  ).token
  const honest = (await server.signIn({ person })).token

  const digest = await attack({
    change: (xml) => xml.replace(/<ds:DigestValue>/, '<ds:DigestValue><!-- AAAA -->'),
  })
  const added = await attack({
    change: (xml) => xml.replace(/<ds:DigestValue>/, '<ds:DigestValue>AAAA<!-- x -->'),
  })

  const [first, second] = await Promise.all([asSigned, honest].map((token) => server.userOf(token)))
  expect(first?.id).toBe(second?.id)
  expect(added).toBe('validation_failed')
  // The signature library either reads what was signed, or refuses.
  expect(['validation_failed', 'SIGNED IN']).toContain(digest)
})

test('declarations, entities and huge documents are refused before they are parsed', async () => {
  const doctype = '<!DOCTYPE r [<!ENTITY a "b">]>'
  const attacks: ((xml: string) => string)[] = [
    (xml) => doctype + xml,
    (xml) => `<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x">${xml}`,
    (xml) => xml.replace('Ada Berg', '&a;'),
    (xml) => `<?xml version="1.0"?><?php x?>${xml}`,
    (xml) => xml.replace('Ada Berg', '<![CDATA[Ada]]>'),
    (xml) => xml + ' '.repeat(128 * 1024),
    (xml) => xml.replace('Ada Berg', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`),
    () => '<a>'.repeat(40_000),
    () => `<a ${'b="" '.repeat(25_000)}/>`,
    () => '',
    () => '\u0000',
    () => '<a/>',
  ]

  const outcomes = []
  for (const change of attacks) outcomes.push(await attack({ change }))

  expect(outcomes).toEqual(attacks.map(() => 'validation_failed'))
})

test('a response and an assertion count once, also on another server', async () => {
  const server = shared()
  const other = await server.another()
  const person = await server.idp.hire()
  const [one, two, three] = [await server.begin(), await server.begin(), await server.begin()]
  const assertionId = `_${person}`
  const xml = await server.respond(person, one.requestId, { lies: { assertionId } })
  const again = await server.respond(person, two.requestId, { lies: { assertionId } })
  const third = await server.respond(person, three.requestId, { lies: { assertionId } })

  const first = await server.complete(xml, one)
  const replay = await server.complete(xml, one)
  const elsewhere = await other.complete(xml, one)
  const sameId = await server.complete(again, two)
  const sameIdElsewhere = await server.complete(third, three)

  expect(first.token).toBeTruthy()
  expect([replay.error, elsewhere.error]).toEqual(Array(2).fill('saml_relay_state_not_found'))
  expect([sameId.error, sameIdElsewhere.error]).toEqual(Array(2).fill('validation_failed'))
})

test('of eight parallel responses to one request, one signs in', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const flow = await server.begin()
  const xmls = await Promise.all(
    Array.from({ length: 8 }, () => server.respond(person, flow.requestId)),
  )

  const arrivals = await Promise.all(xmls.map((xml) => server.complete(xml, flow)))

  expect(arrivals.filter(({ token }) => token)).toHaveLength(1)
})

test('a response answers the request it was asked for, in the browser that asked', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const [mine, foreign] = [await server.begin(), await server.begin()]
  const swapped = await server.complete(await server.respond(person, foreign.requestId), mine)
  const without = await server.begin()
  const missing = await server.complete(await server.respond(person, null), without)
  const unknown = await server.complete(await server.respond(person, null), {
    relayState: crypto.randomUUID(),
    cookie: '',
  })
  const victim = await server.begin()
  const attacker = await server.begin()
  const posted = await server.postResponse(
    await server.respond(person, attacker.requestId),
    attacker.relayState,
  )

  const otherBrowser = await server.finish(posted.url, victim.cookie)
  const rightBrowser = await server.finish(posted.url, attacker.cookie)
  const twice = await server.finish(posted.url, attacker.cookie)

  expect([swapped.error, missing.error]).toEqual(Array(2).fill('validation_failed'))
  expect([unknown.error, otherBrowser.error, twice.error]).toEqual(
    Array(3).fill('saml_relay_state_not_found'),
  )
  expect(rightBrowser.token).toBeTruthy()
})

test('an outcome waits one minute, and a request five', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const [slow, late] = [await server.begin(), await server.begin()]
  const posted = await server.postResponse(
    await server.respond(person, slow.requestId),
    slow.relayState,
  )
  server.forward(MINUTE_MS + 1)
  const finished = await server.finish(posted.url, slow.cookie)
  server.forward(5 * MINUTE_MS)

  const response = await server.complete(await server.respond(person, late.requestId), late)

  expect([finished.error, response.error]).toEqual(Array(2).fill('saml_relay_state_expired'))
})

test('an assertion for somebody else, or by another means, is refused', async () => {
  const lies: Record<string, unknown>[] = [
    { recipient: 'https://other.example/acs' },
    { destination: 'https://other.example/acs' },
    { issuer: 'https://other.example/metadata' },
    { audience: 'https://other.example/metadata' },
    { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
    { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' },
  ]

  const outcomes = []
  for (const one of lies) outcomes.push(await attack({ lies: one }))

  expect(outcomes).toEqual(lies.map(() => 'validation_failed'))
})

test('clocks may differ by a minute', async () => {
  const edge = 60 * SECOND_MS
  const outcomes = {
    'ended just within': await attack({
      lies: { endsInMs: -edge + 1, conditionsEndInMs: -edge + 1 },
    }),
    'begins just within': await attack({ lies: { validInMs: edge } }),
    'ended before': await attack({ lies: { endsInMs: -edge } }),
    'conditions ended before': await attack({ lies: { conditionsEndInMs: -edge } }),
    'begins later': await attack({ lies: { validInMs: edge + SECOND_MS } }),
    'no end': await attack({ lies: { endsInMs: null } }),
    'valid for long': await attack({ lies: { endsInMs: 12 * MINUTE_MS } }),
    'session over': await attack({ lies: { sessionEndsInMs: 0 } }),
  }

  expect(outcomes).toEqual({
    'ended just within': 'SIGNED IN',
    'begins just within': 'SIGNED IN',
    'ended before': 'validation_failed',
    'conditions ended before': 'validation_failed',
    'begins later': 'validation_failed',
    'no end': 'validation_failed',
    'valid for long': 'validation_failed',
    'session over': 'validation_failed',
  })
})

test('a provider is believed about its own domains only, and about lasting names', async () => {
  const server = shared()
  const { domain } = server.idp
  const mails = [
    'boss@other.example',
    `boss@sub.${domain}`,
    `boss@${domain}.evil.example`,
    `boss@${domain}@evil.example`,
  ]
  const outcomes = []
  for (const mail of mails) outcomes.push(await attack({ lies: { attributes: { mail: [mail] } } }))

  const transient = await attack({
    lies: { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
  })
  const nameless = await attack({ lies: { nameId: null } })
  const mailless = await attack({ lies: { attributes: {} } })

  expect(outcomes).toEqual([...Array(3).fill('email_address_not_authorized'), 'validation_failed'])
  expect([transient, nameless, mailless]).toEqual([
    'saml_assertion_no_user_id',
    'saml_assertion_no_user_id',
    'saml_assertion_no_email',
  ])
})

test('an address that has an account already gets a second one: nothing is linked, and no password works', async () => {
  const server = shared()
  const email = await server.idp.hire()
  const password = 'correct-horse'
  const signedUp = await server.post<{ access_token: string; user: { id: string } }>('/signup', {
    email,
    password,
  })
  const { user: own } = ok(signedUp)
  const invited = await server.idp.hire()
  const invitation = await server.admin<{ id: string }>('/invite', {
    method: 'POST',
    body: { email: invited },
  })

  const company = await server.signIn({ person: email })
  const newcomer = await server.signIn({ person: invited })

  const member = await server.userOf(company.token)
  expect(member.id).not.toBe(own.id)
  expect((await server.userOf(newcomer.token)).id).not.toBe(invitation.body.id)
  const byPassword = await server.post<{ user: { id: string } }>('/token?grant_type=password', {
    email,
    password,
  })
  expect(ok(byPassword).user.id).toBe(own.id)
  const as = { as: company.token }
  const refusals = [
    await server.call('/user', { method: 'PUT', body: { password }, ...as }),
    await server.call('/user', { method: 'PUT', body: { email: 'x@other.example' }, ...as }),
    await server.post('/factors', { factor_type: 'totp', friendly_name: 'App' }, as),
    await server.post('/passkeys/registration/options', {}, as),
    await server.call('/user/identities/authorize?provider=github&skip_http_redirect=true', as),
  ]
  expect(refusals.map(({ status }) => status)).not.toContain(200)
  expect(refusals.slice(0, 3).map(refusal)).toEqual(Array(3).fill('422 user_sso_managed'))
})

test('a disabled provider signs nobody in and ends its sessions; a deleted one is unknown', async () => {
  const server = shared()
  const domain = `gone-${crypto.randomUUID()}.test`
  const entityId = `https://${domain}/metadata`
  const provider = await addProvider(server, server.idp, { domains: [domain], entityId })
  const person = await server.idp.hire(`ada@${domain}`)
  const lies = { issuer: entityId }
  const { token, refreshToken } = await server.signIn({ person, body: { domain }, lies })
  const underWay = await server.begin({ domain })
  const path = `/admin/sso/providers/${provider.id}`

  ok(await server.admin(path, { method: 'PUT', body: { disabled: true } }))
  const begun = await server.post('/sso', { domain })
  const late = await server.complete(
    await server.respond(person, underWay.requestId, { lies }),
    underWay,
  )
  const refreshed = await server.post('/token?grant_type=refresh_token', {
    refresh_token: refreshToken,
  })
  const user = await server.call('/user', { as: token })
  ok(await server.admin(path, { method: 'PUT', body: { disabled: false } }))
  const open = await server.begin({ domain })
  ok(await server.admin(path, { method: 'DELETE' }))
  const after = await server.complete(await server.respond(person, open.requestId, { lies }), open)

  expect(refusal(begun)).toBe('404 sso_provider_disabled')
  expect(late.error).toBe('sso_provider_disabled')
  expect([refreshed.status, user.status]).toEqual([400, 403])
  expect(after.error).toBe('saml_relay_state_not_found')
  expect(refusal(await server.post('/sso', { domain }))).toBe('404 sso_provider_not_found')
})

test('a sign-in begins at the provider only where the operator allows it', async () => {
  const server = shared()
  const allowing = await server.another({ AUTH_SAML_IDP_INITIATED: 'true' })
  const person = await server.idp.hire()
  const flow = { relayState: '', cookie: '' }
  const page = `${allowing.config.siteUrl}/dashboard`

  const refused = await server.complete(await server.respond(person, null), flow)
  const xml = await allowing.respond(person, null)
  const accepted = await allowing.complete(xml, { relayState: page, cookie: '' })
  const replayed = await allowing.complete(xml, flow)
  const unknown = await allowing.complete(
    await allowing.respond(person, null, { lies: { issuer: 'https://nobody.example' } }),
    flow,
  )
  const elsewhere = await allowing.complete(await allowing.respond(person, null), {
    relayState: 'https://evil.example/',
    cookie: '',
  })

  expect(refused.error).toBe('saml_relay_state_not_found')
  expect(accepted.url.startsWith(`${page}#access_token=`)).toBe(true)
  expect([replayed.error, unknown.error]).toEqual(['validation_failed', 'saml_idp_not_found'])
  expect(new URL(elsewhere.url).origin).toBe(allowing.config.siteUrl)
})

test('with two certificates in the metadata, each of the keys signs in', async () => {
  const server = shared()
  const domain = `two-${crypto.randomUUID()}.test`
  const entityId = `https://${domain}/metadata`
  const before = (await server.idp.metadata()).replace(server.idp.entityId, entityId)
  const person = await server.idp.hire(`ada@${domain}`)
  const sign = async () => {
    const flow = await server.begin({ domain })
    return server
      .respond(person, flow.requestId, { lies: { issuer: entityId } })
      .then((xml) => ({ xml, flow }))
  }
  await addProvider(server, server.idp, { domains: [domain], entityId })
  const provider = (
    await server.admin<{ items: { id: string; domains: { domain: string }[] }[] }>(
      '/admin/sso/providers',
    )
  ).body.items.find(({ domains }) => domains.some((one) => one.domain === domain))
  const old = await sign()
  await server.idp.rotate()
  const unknown = await sign()
  const newOnly = (await server.idp.metadata()).replace(server.idp.entityId, entityId)
  const key = /<md:KeyDescriptor.*?<\/md:KeyDescriptor>/s
  const both = newOnly.replace(key, `${key.exec(before)?.[0]}${key.exec(newOnly)?.[0]}`)

  const early = await server.complete(unknown.xml, unknown.flow)
  ok(
    await server.admin(`/admin/sso/providers/${provider?.id}`, {
      method: 'PUT',
      body: { metadata_xml: both },
    }),
  )
  const byOld = await server.complete(old.xml, old.flow)
  const next = await sign()
  const byNew = await server.complete(next.xml, next.flow)

  expect(early.error).toBe('validation_failed')
  expect([byOld.token !== '', byNew.token !== '']).toEqual([true, true])
})

test('nothing of a sign-in is stored or logged in clear', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const flow = await server.begin()
  await server.postResponse(await server.respond(person, flow.requestId), flow.relayState)

  const rows = await server.sql('select * from auth.saml_flows')

  expect(JSON.stringify(rows)).not.toContain(person)
  expect(
    server.logged.filter((line) => line.includes(person) || line.includes('SAMLResponse')),
  ).toEqual([])
})

// These patterns know the shape of the stand-in's one assertion.

const assertionIn = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''

const idIn = (xml: string) => /<saml:Assertion ID="([^"]+)"/.exec(xml)?.[1] ?? ''

const signatureIn = (xml: string, within: string) =>
  (/<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? '').replace(
    '</ds:Signature>',
    `${within}</ds:Signature>`,
  )

/** The assertion of somebody else, without a signature. */
const forged = (xml: string, id = '_forged') =>
  assertionIn(xml)
    .replace(/<ds:Signature.*?<\/ds:Signature>/s, '')
    .replace(/ID="[^"]+"/, `ID="${id}"`)
    .replaceAll('persistent-', 'persistent-boss-')
