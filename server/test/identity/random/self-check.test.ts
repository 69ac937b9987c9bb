import { expect, test } from 'vitest'
import { checkTables } from './checks.ts'
import { gain } from './effects.ts'
import { startRandomServer } from './random-server.ts'
import { send } from './send.ts'
import { partOf, takeSnapshot } from './snapshot.ts'
import { appSteps } from './steps-app.ts'
import { add, signInWithPasskey } from './steps-passkey.ts'
import { accountOf, newWorld, type World } from './world.ts'

/** Each is planted behind the server's back, in a world where all was well. */
const PLANTED: Record<string, { sql: string; rule: string }> = {
  'an unproven address that is confirmed': {
    sql: `update auth.users set email_confirmed_at = now() where email like 'attacker-a@%'`,
    rule: 'an address is confirmed only by proof',
  },
  'an address that moved': {
    sql: `update auth.users set email = replace(email, 'victim-a@', 'attacker-b@')`,
    rule: 'an address changes only if both mailboxes agree',
  },
  'a session that nobody was given': {
    sql: `update auth.sessions set id = gen_random_uuid()`,
    rule: 'every session was issued by a step',
  },
  'a level that nothing earned': {
    sql: `update auth.sessions set aal = 'aal2'`,
    rule: 'aal2 needs a second factor',
  },
  'a session that vanished': {
    sql: `delete from auth.sessions`,
    rule: 'a session ends only for a reason',
  },
  'metadata of somebody unproven': {
    sql: `update auth.users set raw_user_meta_data = '{"submitted_by": "attacker"}'`,
    rule: 'a confirmed account keeps nothing of an unproven caller',
  },
  'a passkey that nobody added': {
    sql: `insert into auth.webauthn_credentials (user_id, credential_id, public_key)
          select id, 'x'::bytea, 'x'::bytea from auth.users where email like 'victim-a@%'`,
    rule: 'a passkey is added only by its account',
  },
  'access that nobody allowed': {
    sql: `with client as (
            insert into auth.oauth_clients
              (client_type, registration_type, token_endpoint_auth_method, redirect_uris, grant_types, created_at, updated_at)
            values ('public', 'manual', 'none', '{https://app.example.test}', '{authorization_code}', now(), now())
            returning id)
          insert into auth.oauth_consents (user_id, client_id, scopes, granted_at)
          select users.id, client.id, '{email}', now() from auth.users, client where email like 'victim-a@%'`,
    rule: 'access is allowed only by the member',
  },
  'an identity of somebody else': {
    sql: `insert into auth.identities (provider_id, user_id, provider, identity_data)
          select '1', id, 'google', jsonb_build_object('email', replace(email, 'victim', 'attacker'))
            from auth.users where email like 'victim-a@%'`,
    rule: 'an identity is linked only by a valid session',
  },
}

test.each(Object.entries(PLANTED))('the tester notices %s', async (_name, { sql, rule }) => {
  const world = await quietWorld()
  await look(world)
  expect(world.violations).toEqual([])

  await world.server.sql(sql)
  await look(world)

  expect(world.violations.map((one) => one.rule)).toContain(rule)
})

test('the tester notices a session that outlives its revocation', async () => {
  const world = await quietWorld()
  for (const session of world.sessions.values()) session.ended = { at: 1, why: 'sign-out' }

  await look(world)

  expect(world.violations.map((one) => one.rule)).toEqual(['a revocation ends sessions'])
})

test('the tester notices a dead session that acts', async () => {
  const world = await quietWorld()
  const [session] = world.sessions.values()
  if (!session) throw new Error('There is a session')
  session.ended = { at: 1, why: 'sign-out' }

  await send(world, { actor: session.actor, session, path: '/user' })

  expect(world.violations.map((one) => one.rule)).toEqual(['a dead session does nothing'])
})

test('the tester notices a removed passkey that opens an account', async () => {
  const world = await quietWorld()
  const [session] = world.sessions.values()
  if (!session) throw new Error('There is a session')
  while (accountOf(world, session.accountId).passkeys.length === 0) await add(world, session)
  const [passkey] = accountOf(world, session.accountId).passkeys
  if (!passkey) throw new Error('There is a passkey')
  passkey.removed = { at: 1, why: 'removal' }

  while (world.violations.length === 0) await signInWithPasskey(world, passkey.actor, passkey)

  expect(world.violations.map((one) => one.rule)).toEqual(['a removed passkey opens nothing'])
})

test('the tester notices an app that goes on after its access was taken away', async () => {
  const world = await quietWorld()
  const [session] = world.sessions.values()
  if (!session) throw new Error('There is a session')
  const steps = appSteps.slice(0, 2)
  while (![...world.sessions.values()].some(({ origin }) => origin === 'app')) {
    for (const step of steps) await step.run(world)
  }
  for (const one of world.sessions.values()) {
    if (one.origin === 'app') one.ended = { at: 1, why: 'access taken away' }
  }

  await look(world)

  expect(world.violations.map((one) => one.rule)).toContain('a revocation ends sessions')
})

/** A signed-in victim, and an unconfirmed account of the attacker. */
async function quietWorld(): Promise<World> {
  const server = await startRandomServer()
  const world = newWorld({ seed: 0, index: 0, server })
  const { victim, attacker } = world.actors
  const [email = ''] = victim.mailboxes
  const password = 'victim chose 1'
  const body = { email, password, email_confirm: true }
  const made = await send<{ id: string }>(world, { actor: null, path: '/admin/users', body })
  accountOf(world, made.body.id).proven.add(email)
  const path = '/token?grant_type=password'
  const reply = await send(world, { actor: victim, path, body: { email, password } })
  gain(world, victim, reply.body, { origin: 'password', began: reply.began, at: reply.at })
  await send(world, {
    actor: attacker,
    path: '/signup',
    body: { email: attacker.mailboxes[0], password: 'attacker chose 1' },
  })

  return world
}

async function look(world: World): Promise<void> {
  const now = partOf(await takeSnapshot(world.server), () => true)
  checkTables(world, now)
  world.seen = now
}
