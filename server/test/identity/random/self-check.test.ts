import { expect, test } from 'vitest'
import { checkTables } from './checks.ts'
import { gain } from './effects.ts'
import { startRandomServer } from './random-server.ts'
import { send } from './send.ts'
import { partOf, takeSnapshot } from './snapshot.ts'
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
