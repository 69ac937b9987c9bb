import {
  chooseActor,
  chooseMail,
  chooseOther,
  chooseReader,
  type Step,
  verifierOf,
} from './choose.ts'
import { convertByLink, gain, goOn } from './effects.ts'
import type { Actor, Mail } from './facts.ts'
import { keyOf } from './people.ts'
import { acceptMail, checkMail } from './redeem.ts'
import { type Reply, send } from './send.ts'
import { spanOf } from './steps-sign-up.ts'
import { accountOf, note, violate, type World } from './world.ts'

const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email']

/** What actors do with the codes and links in their mailboxes. */
export const mailSteps: Step[] = [
  {
    name: 'redeem a code',
    weight: 10,
    run: async (world) => {
      const actor = chooseReader(world)
      const mail = chooseMail(world, actor)
      return mail ? redeemByCode(world, actor, mail) : false
    },
  },
  {
    name: 'redeem a link',
    weight: 8,
    run: async (world) => {
      const actor = chooseReader(world)
      const mail = chooseMail(world, actor)
      if (!mail?.link) return false
      return world.pick.chance(0.5)
        ? redeemByHash(world, actor, mail)
        : openLink(world, actor, mail)
    },
  },
  {
    name: 'try a code elsewhere',
    weight: 3,
    run: async (world) => {
      const actor = chooseActor(world)
      const mail = chooseMail(world, actor)
      if (!mail?.code) return false
      const email = world.pick.chance(0.5)
        ? (world.pick.oneOf(chooseOther(world, actor).mailboxes) ?? '')
        : mail.to
      const token = world.pick.chance(0.3) ? '000000' : mail.code
      const type = world.pick.oneOf(TYPES) ?? ''
      const reply = await send(world, { actor, path: '/verify', body: { type, email, token } })
      if (reply.ok) {
        const isFit = email === mail.to && token === mail.code && fits(mail, type)
        if (isFit) settle(world, actor, mail, reply)
        else violate(world, 'a code is good for its own address and purpose', `${type} ${email}`)
      }
      return true
    },
  },
  {
    name: 'exchange a code',
    weight: 4,
    run: async (world) => {
      const actor = chooseActor(world)
      const codes = world.authCodes.filter(({ holder }) => holder === actor)
      const code = world.pick.chance(0.7) ? codes.at(-1) : world.pick.oneOf(codes)
      if (!code) return false

      const isRight = world.pick.chance(0.85)
      // Another actor may have requested this mail, so that actor's verifier may be right.
      const verifier = isRight ? verifierOf(world, actor) : NOBODYS_VERIFIER
      const body = { auth_code: code.code, code_verifier: verifier }
      const reply = await send(world, { actor, path: '/token?grant_type=pkce', body })
      if (!reply.ok) return true

      if (!isRight) violate(world, 'a PKCE code needs its verifier', code.origin)
      if (code.used !== null) violate(world, 'a PKCE code is used once', code.origin)
      if (code.ended && code.ended.at < reply.began) {
        violate(world, 'a revocation ends PKCE codes', `${code.origin} after ${code.ended.why}`)
      }
      if (world.server.clock.now().getTime() - code.issuedAtMs > FIVE_MINUTES_MS + SLACK_MS) {
        violate(world, 'a PKCE code lives five minutes', code.origin)
      }
      code.used = reply.at
      const session = code.begunBy
        ? goOn(world, actor, reply.body, code.begunBy)
        : gain(world, actor, reply.body, {
            origin: code.origin === 'mail' ? 'mail' : 'provider',
            ...spanOf(reply),
          })
      if (session && code.origin === 'link' && code.person) {
        const account = accountOf(world, session.accountId)
        account.identities.add(keyOf(code.person))
        if (code.person.isVerified) account.proven.add(code.person.email)
        convertByLink(world, account, { by: code.begunBy, ...spanOf(reply) })
      }
      if (session && code.accountId && session.accountId !== code.accountId) {
        violate(world, 'a PKCE code opens its own account', code.origin)
      }
      return true
    },
  },
]

const NOBODYS_VERIFIER = 'nobody-ever-asked-with-this-verifier-of-fifty-characters'
const FIVE_MINUTES_MS = 5 * 60_000
const SLACK_MS = 5_000

const fits = ({ type, slot }: Mail, presented: string) =>
  presented === type ||
  (presented === 'email' && (slot === 'confirmation' || slot === 'recovery')) ||
  (slot === 'recovery' && ['magiclink', 'recovery'].includes(presented)) ||
  (slot === 'confirmation' && ['signup', 'invite'].includes(presented))

async function redeemByCode(world: World, actor: Actor, mail: Mail): Promise<boolean> {
  if (mail.slot === 'reauthentication' || !mail.code) return false
  const type = world.pick.chance(0.2) && fits(mail, 'email') ? 'email' : mail.type
  const body = { type, email: mail.to, token: mail.code }
  const reply = await send(world, { actor, path: '/verify', body })

  if (reply.ok) settle(world, actor, mail, reply)
  return true
}

export async function redeemByHash(world: World, actor: Actor, mail: Mail): Promise<boolean> {
  const body = { type: mail.type, token_hash: mail.link }
  const reply = await send(world, { actor, path: '/verify', body })

  if (reply.ok) settle(world, actor, mail, reply)
  return true
}

async function openLink(world: World, actor: Actor, mail: Mail): Promise<boolean> {
  const query = new URLSearchParams({ token: mail.link, type: mail.type })
  const reply = await send(world, { actor, path: `/verify?${query}` })
  const place = new URL(reply.headers.get('location') ?? 'http://nowhere.test')
  const fragment = Object.fromEntries(new URLSearchParams(place.hash.slice(1)))
  const code = place.searchParams.get('code')
  if (fragment.error_code || (!code && !fragment.access_token && !fragment.message)) {
    note(world, `  refused: ${fragment.error_code}`)
    return true
  }

  settle(world, actor, mail, { ...reply, body: fragment }, code !== null)
  if (code) {
    world.authCodes.push({
      code,
      holder: actor,
      accountId: mail.accountId,
      origin: 'mail',
      person: null,
      begunBy: null,
      issuedAtMs: world.server.clock.now().getTime(),
      since: reply.at,
      used: null,
      ended: null,
    })
  }
  return true
}

/** A session or a PKCE code means that nothing else is due. */
function settle(world: World, actor: Actor, mail: Mail, reply: Reply, hasCode = false): void {
  checkMail(world, mail, reply)
  const session = gain(world, actor, reply.body, { origin: 'mail', ...spanOf(reply) })
  const outcome = { opened: session?.accountId ?? null, isComplete: session !== null || hasCode }
  acceptMail(world, mail, outcome, reply)
}
