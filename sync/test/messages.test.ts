import { expect, test } from 'vitest'
import { compare } from '#compare/compare.ts'
import { push } from '#push/push.ts'
import { git } from './git.ts'
import { contents, openWorld, projectOf } from './open-world.ts'

const MAX_BYTES = 65_536

test.each([
  ['NUL and other control characters', 'one\0two\x07\x7f', 'onetwo'],
  ['line ends of Windows', 'Title\r\n\r\nBody\rlast', 'Title\n\nBody\nlast'],
  ['halves of characters', 'a\ud83d b\ude00', 'a\ufffd b\ufffd'],
  ['whole characters beyond the first plane', 'tide 🌊\ttable', 'tide 🌊\ttable'],
  ['more than GitHub takes', 'ñ'.repeat(40_000), `${'ñ'.repeat((MAX_BYTES - 4) / 2)}…`],
  ['nothing but what is dropped', ' \0 ', 'Update a'],
])('a message with %s is stored as git can keep it', async (_title, message, expected) => {
  for (const packs of [false, true]) {
    const world = await openWorld()
    // Without a commit, so that a pack is used where it may be.
    await world.seed('messages', ...(packs ? [] : [{ a: '1' }]))
    const host = world.host({ can: { archives: true, packs, workflows: true } })
    const project = projectOf({ a: '2' })
    const comparison = await compare(host, world.target('messages'), project, { base: null })

    const pushed = await push(host, comparison, {
      contents,
      message,
      choices: { confirmed: comparison.needs },
    })

    const { place } = await world.repository('messages')
    expect(pushed.message).toBe(expected)
    expect(git(place, ['log', '-1', '--format=%B', 'main'])).toBe(expected)
  }
})
