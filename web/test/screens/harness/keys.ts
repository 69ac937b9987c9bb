import type { UserEvent } from '@testing-library/user-event'

/** `Control+Enter`, `k`, `Space`: as the journeys name keys. */
export async function pressKeys(user: UserEvent, keys: string): Promise<void> {
  const [last = '', ...held] = keys.split('+').toReversed()
  const down = held.map((key) => `{${key}>}`).join('')
  const up = held.map((key) => `{/${key}}`).join('')

  await user.keyboard(`${down}${keyOf(last)}${up}`)
}

export async function typeText(user: UserEvent, text: string): Promise<void> {
  await user.keyboard(text.replace(/[{[]/g, '$&$&'))
}

const keyOf = (name: string) =>
  name === 'Space' ? '[Space]' : name.length > 1 ? `{${name}}` : name
