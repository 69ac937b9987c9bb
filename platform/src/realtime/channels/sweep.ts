import { secondsNow } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { expiredText } from '#realtime/access/read-token.ts'
import { endChannel } from './end-channel.ts'
import { type Member, memberOf } from './member.ts'
import type { ChannelNeeds } from './needs.ts'
import { authorise, SESSION_ENDED } from './refresh-token.ts'
import type { Channel, ClientSocket } from './socket.ts'

const SILENT_MS = 60_000
const IDLE_MS = 5_000
const CHECK_EVERY_MS = 5 * 60_000
const CHECKS_AT_ONCE = 20
const NORMAL = 1000

/** Closes silent and unused sockets, ends channels of expired tokens, and asks old rights again. */
export function sweepSockets(needs: ChannelNeeds, sockets: Iterable<ClientSocket>): void {
  const nowMs = performance.now()
  const seconds = secondsNow(needs.clock)
  let checks = 0

  for (const socket of sockets) {
    if (nowMs - socket.heardMs > SILENT_MS) {
      socket.close(NORMAL, 'Silent')
      continue
    }
    if (socket.channels.size === 0 && nowMs - socket.idleSinceMs > IDLE_MS) {
      socket.close(NORMAL, 'No channel')
      continue
    }
    for (const channel of [...socket.channels.values()]) {
      if (channel.state !== 'joined') continue
      const { exp } = channel.caller.claims
      if (exp !== undefined && exp <= seconds) {
        endChannel(needs, channel, expiredText({ exp }, needs.clock))
      } else if (
        channel.config.isPrivate &&
        nowMs - channel.checkedMs > CHECK_EVERY_MS &&
        checks < CHECKS_AT_ONCE
      ) {
        checks += 1
        authorise(needs, channel, channel.caller).catch((err: unknown) =>
          needs.log.warn({ err }, 'realtime rights not checked'),
        )
      }
    }
  }
}

/** Ends the channels of ended sessions, of which the relay or a check tells. */
export function endSessions(
  needs: ChannelNeeds,
  sockets: Iterable<ClientSocket>,
  isOver: (member: Member) => boolean,
): void {
  for (const socket of [...sockets]) {
    for (const channel of [...socket.channels.values()]) {
      const member = memberOf(channel.caller)
      if (!member || !isOver(member)) continue
      needs.count('session ended')
      endChannel(needs, channel, SESSION_ENDED)
    }
  }
}

/** Asks the database for all sessions of this server, because SQL may have deleted them while nobody told. */
export async function checkSessions(
  needs: ChannelNeeds,
  sockets: ReadonlySet<ClientSocket>,
): Promise<void> {
  const members = new Map<string, Member>()
  for (const channel of channelsOf(sockets)) {
    const member = memberOf(channel.caller)
    if (member) members.set(keyOf(member), member)
  }
  if (members.size === 0) return
  const asked = [...members.values()]
  const { rows } = await needs.db.ask<{ user_id: string; session_id: string | null }>(
    theServer,
    {
      text: 'select user_id, session_id from realtime_private.ended($1::uuid[], $2::uuid[])',
      values: [asked.map(({ userId }) => userId), asked.map(({ sessionId }) => sessionId)],
    },
    { readOnly: true },
  )
  const over = new Set(rows.map((row) => keyOf({ userId: row.user_id, sessionId: row.session_id })))
  if (over.size > 0) endSessions(needs, sockets, (member) => over.has(keyOf(member)))
}

const keyOf = ({ userId, sessionId }: Member) => `${userId} ${sessionId ?? ''}`

function* channelsOf(sockets: Iterable<ClientSocket>): Iterable<Channel> {
  for (const socket of sockets) yield* socket.channels.values()
}
