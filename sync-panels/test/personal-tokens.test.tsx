// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import {
  filesOf,
  labelled,
  MEMBER,
  ORGANISATION,
  OWNER_OF_ORGANISATION,
  openPanel,
  press,
  seed,
  text,
} from './open-panel.tsx'

afterEach(cleanup)

const FILES = { 'a.txt': '1' }

test('a classic token lists owners and repositories without the app, and pushes', async () => {
  const target = await seed([{ 'b.txt': 'theirs' }], { owner: ORGANISATION })
  const world = await openPanel(<PushPanel />, FILES, {
    login: OWNER_OF_ORGANISATION,
    personal: { scopes: ['repo'] },
    target,
  })

  await press('Change')
  const listed = await labelled(new RegExp(`^${target.name}`))
  await waitFor(() => expect(listed).toHaveProperty('checked', true))
  await text('Not listed? Change what your token may see')
  expect(screen.queryByText(/Give the app access/)).toBeNull()
  const look = screen.getByRole('button', { name: 'Look at the changes' })
  await waitFor(() => expect(look).toHaveProperty('disabled', false), { timeout: 10_000 })
  fireEvent.click(look)
  fireEvent.click(await labelled(/^Yes, push to/))
  await press('Push 1 file')

  await text(/^Pushed 1 file to/)
  expect(Object.keys(await filesOf(world, target))).toEqual(['a.txt', 'b.txt'])
  expect(world.calls.filter(({ path }) => path.includes('installations'))).toEqual([])
})

test('a fine-grained token that may only read is named as the reason, with what it lacks', async () => {
  const target = await seed([{ 'a.txt': '0' }])
  const world = await openPanel(<PushPanel />, FILES, {
    target,
    personal: { permissions: { contents: 'read' } },
  })

  await press('Look at the changes')
  fireEvent.click(await labelled(/^Yes, push to/))
  await press('Push 1 file')

  await text(
    `Your token lacks a permission for ${MEMBER} (contents=write). Change the token on GitHub, then try again.`,
  )
  expect(await screen.findByRole('link', { name: 'Change the token' })).toBeDefined()
  expect(screen.queryByText(/GitHub App/)).toBeNull()
  expect(await filesOf(world, target)).toEqual({ 'a.txt': '0' })
})
