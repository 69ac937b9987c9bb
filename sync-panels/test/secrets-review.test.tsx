// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import { cloneOf, commitOf, labelled, openPanel, press, seed, text } from './open-panel.tsx'

afterEach(cleanup)

const KEY = `sk_live_${'aB3dE5gH7jK9'.repeat(2)}`
const WITH_KEY = { 'a.txt': '1', 'pay.ts': `\nconst key = '${KEY}'\n` }

test('a finding says its line, its rule, how it begins and what to do', async () => {
  await review(WITH_KEY)

  const tick = await labelled(/^Push pay\.ts all the same/)

  expect(tick.closest('label')?.textContent).toMatch(
    /^Push pay\.ts all the sameLine 2: a key or token of Stripe, begins with sk_liv\. Revoke it at dashboard\.stripe\S+, and read the new one from an environment variable\.$/,
  )
})

test('where the search stopped is ticked, and the files after it are pushed', async () => {
  const many = Array.from({ length: 220 }, (_, i) => [
    `keys-${String(i).padStart(3, '0')}.txt`,
    `${KEY}\n`.repeat(60),
  ])
  const { target } = await review({ ...Object.fromEntries(many), 'z.txt': 'clean' })
  await text(/the search stopped in keys-196\.txt at line \d+\. 25 files were not searched/)
  expect(screen.queryByRole('button', { name: /^Push [\d,]+ files?$/ })).toBeNull()

  fireEvent.click(await labelled('Push 25 files without a search'))
  await press(/^Push [\d,]+ files$/)

  await text(/^Pushed [\d,]+ files to/)
  const pushed = Object.keys(await cloneOf(target))
  expect(pushed).toEqual(expect.arrayContaining(['keys-197.txt', 'keys-219.txt', 'z.txt']))
  expect(pushed).not.toContain('keys-000.txt')
})

test('not a secret is taken back at once', async () => {
  const { world } = await review(WITH_KEY)
  await press('Not a secret: pay.ts, line 2')
  await text('Remembered for this project: not a secret.')
  expect(world.notSecrets).toHaveLength(1)

  await press('Undo: pay.ts, line 2')

  await screen.findByRole('button', { name: 'Not a secret: pay.ts, line 2' })
  expect(await labelled(/^Push pay\.ts all the same/)).toHaveProperty('checked', false)
  expect(world.notSecrets).toEqual([])
})

test('not a secret is remembered in the next page, and taken back there', async () => {
  const { world, target, base } = await review(WITH_KEY)
  await press('Not a secret: pay.ts, line 2')
  await text('Remembered for this project: not a secret.')
  cleanup()

  const { notSecrets } = world
  const next = await openPanel(<PushPanel />, WITH_KEY, { target, base, notSecrets })
  await press('Look at the changes')
  await text('You called 1 finding in this project no secret. It is not asked about.')
  expect(screen.queryByText(/possible secret/)).toBeNull()
  await press('Ask about it again')

  await text(/^1 possible secret\. Left out/)
  await waitFor(() => expect(next.notSecrets).toEqual([]))
  expect(screen.queryByText(/^You called/)).toBeNull()
})

/** A project that was pushed before, and is looked at with these files. */
async function review(files: Record<string, string>) {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: { 'a.txt': null } }
  const world = await openPanel(<PushPanel />, files, { target, base })
  await press('Look at the changes')

  return { world, target, base }
}
