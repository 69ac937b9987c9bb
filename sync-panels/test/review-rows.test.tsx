// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import { commitOf, filesOf, openPanel, press, seed, text } from './open-panel.tsx'

afterEach(cleanup)

test('a review counts the lines of each file; arrow keys go through the files and open them', async () => {
  const target = await seed([{ 'a.txt': 'one\ntwo\n', 'b.txt': '1\n2\n3\n' }])
  const base = { commit: await commitOf(target), differs: {} }
  const project = { 'a.txt': 'one\n2\n', 'b.txt': '1\n', 'c.txt': 'x\ny\n' }
  await openPanel(<PushPanel />, project, { target, base, isPro: true })
  await press('Look at the changes')

  const rowA = await screen.findByRole('button', { name: /a\.txt ?\+1 ?−1$/ }, { timeout: 10_000 })
  const rowB = await screen.findByRole('button', { name: /b\.txt ?−2$/ }, { timeout: 10_000 })
  await screen.findByRole('button', { name: /c\.txt ?\+2$/ }, { timeout: 10_000 })
  const sum = screen.getByText('Goes to GitHub', { selector: 'summary' })
  expect(sum.textContent).toBe('Goes to GitHub3+3−3')
  rowA.focus()
  fireEvent.keyDown(rowA, { key: 'ArrowDown' })
  fireEvent.keyDown(rowB, { key: 'ArrowRight' })

  expect(document.activeElement).toBe(rowB)
  await screen.findByRole('region', { name: 'Changes in b.txt' }, { timeout: 10_000 })
  fireEvent.keyDown(rowB, { key: 'ArrowLeft' })
  expect(screen.queryByRole('region', { name: 'Changes in b.txt' })).toBeNull()
})

test('more than ten files are folded by folder; keys open one, and its tick leaves all of it out', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const added = Array.from({ length: 10 }, (_, i) => [`src/${i}.ts`, 'x\n'])
  const project = { 'a.txt': '1', 'b.txt': '1\n', ...Object.fromEntries(added) }
  const world = await openPanel(<PushPanel />, project, { target, base, isPro: true })
  await press('Look at the changes')

  const folder = await screen.findByRole('button', { name: /^src\/ ?10 added$/ })
  const root = await screen.findByRole('button', { name: /b\.txt ?\+1$/ }, { timeout: 10_000 })
  await text('Goes to GitHub', { selector: 'summary' })
  expect(screen.queryByRole('button', { name: /0\.ts/ })).toBeNull()
  folder.focus()
  fireEvent.keyDown(folder, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(root)
  fireEvent.keyDown(folder, { key: 'ArrowRight' })
  fireEvent.keyDown(folder, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /0\.ts/ }))

  const tick = screen.getByLabelText<HTMLInputElement>('Push src/')
  fireEvent.click(screen.getByLabelText('Push src/0.ts'))
  await waitFor(() => expect(tick.indeterminate).toBe(true))
  await screen.findByRole('button', { name: 'Push 10 files' })
  fireEvent.click(tick)
  await waitFor(() => expect(tick.indeterminate).toBe(false))
  fireEvent.click(tick)
  await press('Push 1 file')
  await text(/^Pushed 1 file to/)
  expect(Object.keys(await filesOf(world, target)).toSorted()).toEqual(['a.txt', 'b.txt'])
})
