import { AsyncResource } from 'node:async_hooks'

type Listener = { heard: (payload: string) => void; onGap: () => void }

/** Who listens to which channel, apart from how the news arrive. */
export function listeners() {
  const byChannel = new Map<string, Set<Listener>>()

  return {
    channels: () => [...byChannel.keys()],
    add(channel: string, heard: Listener['heard'], onGap: Listener['onGap'] = () => {}) {
      // News arrive in the middle of somebody's query, and must not count as a part of it.
      const listener = { heard: AsyncResource.bind(heard), onGap: AsyncResource.bind(onGap) }
      const those = byChannel.get(channel) ?? new Set()
      byChannel.set(channel, those.add(listener))

      return () => {
        those.delete(listener)
      }
    },
    tell({ channel, payload = '' }: { channel: string; payload?: string | undefined }) {
      for (const { heard } of byChannel.get(channel) ?? []) heard(payload)
    },
    tellGap() {
      for (const those of byChannel.values()) for (const { onGap } of those) onGap()
    },
  }
}

export type Listeners = ReturnType<typeof listeners>
