import { createHash } from 'node:crypto'
import { openMail } from '@app/platform/mail/sealed-mail.ts'
import type { Mail, Slot } from './facts.ts'
import type { RandomServer } from './random-server.ts'
import type { UserRow } from './snapshot.ts'
import { note, ownerOfMailbox, type World } from './world.ts'

const SLOTS: Partial<Record<string, Slot>> = {
  confirmation: 'confirmation',
  invite: 'confirmation',
  magic_link: 'recovery',
  recovery: 'recovery',
  email_change_new: 'email_change_new',
  email_change_current: 'email_change_current',
  reauthentication: 'reauthentication',
}

type OutboxRow = { id: string; to_address: string; template: string; payload_sealed: string }

/** Reads what was written to the outbox since the last time: opened with the key that sealed it. */
export async function readOutbox({ sql, keys }: RandomServer, after: string) {
  const rows = await sql<OutboxRow>(
    `select id, to_address, template, payload_sealed from ops.mail_outbox where id > $1 order by id`,
    [after],
  )

  return rows.map(({ id, to_address: to, template, payload_sealed }) => ({
    id,
    to,
    template,
    text: openMail(keys.mail, id, payload_sealed).text,
  }))
}

export type OutboxMail = Awaited<ReturnType<typeof readOutbox>>[number]

/** Lays a mail into the mailbox it was sent to. A newer code of one slot ends the older one. */
export function deliver(world: World, { to, template, text }: Omit<OutboxMail, 'id'>): void {
  const slot = SLOTS[template]
  if (!slot) return

  const url = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0]
  const query = new URLSearchParams(url?.split('?')[1] ?? '')
  const code = /\b\d{6}\b/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0] ?? ''
  layIn(world, {
    to,
    template,
    slot,
    code,
    link: query.get('token') ?? '',
    type: query.get('type') ?? '',
  })
}

type Arriving = Pick<Mail, 'to' | 'template' | 'slot' | 'code' | 'link' | 'type'>

export function layIn(world: World, arriving: Arriving): void {
  const { to, slot, link } = arriving
  const user = userOf(world, arriving)
  const owner = ownerOfMailbox(world, to)
  const at = world.tick()
  const isKept = world.seen.tokens.some(({ token_hash }) => token_hash === storedHash(link))

  for (const older of world.mails) {
    const isSame = older.slot === slot && older.accountId === user?.id && user !== undefined
    // Only the table tells which of two mails of one round is newer.
    if (isSame && (isKept || older.since < world.roundBegan)) {
      older.ended ??= { at, why: 'a newer code' }
    }
  }
  world.mails.push({
    ...arriving,
    owner,
    accountId: user?.id ?? null,
    pending: slot.startsWith('email_change') ? (user?.email_change ?? null) : null,
    sentAtMs: world.server.clock.now().getTime(),
    since: at,
    used: null,
    // Of two codes of one slot in a round, only the one in the table is valid.
    ended: link && !isKept && user ? { at, why: 'a newer code' } : null,
    isProbed: false,
  })
  note(world, `  mail to ${to}: ${arriving.template}${isKept ? '' : ' (already replaced)'}`)
}

function userOf({ seen }: World, { to, slot, link }: Arriving): UserRow | undefined {
  const hash = storedHash(link)
  const token = seen.tokens.find(({ token_hash }) => token_hash === hash)
  if (token) return seen.users.find(({ id }) => id === token.user_id)

  return seen.users.find((user) =>
    slot === 'email_change_new' ? user.email_change === to : user.email === to,
  )
}

const storedHash = (link: string) => createHash('sha256').update(link).digest('hex')
