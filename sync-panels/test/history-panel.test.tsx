// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HistoryPanel } from '#history/history-panel.tsx'
import { commitOf, filesOf, openPanel, press, seed, text } from './open-panel.tsx'

afterEach(cleanup)

test('thirty commits a page, the newest first', async () => {
  const target = await seed(Array.from({ length: 35 }, (_, i) => ({ 'a.txt': `${i}` })))
  await openPanel(<HistoryPanel />, { 'a.txt': '1' }, { target })

  await text('Seed 34')
  expect(screen.getAllByRole('listitem')).toHaveLength(30)
  await press('Older')

  await text('Seed 0')
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  await press('Newer')
  await text('Seed 34')
})

test('restoring asks, and makes a new commit with the old files', async () => {
  const target = await seed([{ 'a.txt': 'old' }, { 'a.txt': 'new', 'b.txt': '1' }])
  const old = await commitOf(target)
  const world = await openPanel(<HistoryPanel />, { 'a.txt': 'old' }, { target })

  await inRow('Seed 0', 'Restore')
  await text(/^main gets a new commit with the files of [0-9a-f]{7}\. Nothing is lost\.$/)
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restore' }))

  await text(/^main has the files of [0-9a-f]{7} again/)
  await text(/^Restore [0-9a-f]{7}: Seed 0$/)
  expect(await filesOf(world, target)).toEqual({ 'a.txt': 'old' })
  expect(await commitOf(target)).not.toBe(old)
})

test('restoring what is there already changes nothing and says so', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const before = await commitOf(target)
  await openPanel(<HistoryPanel />, { 'a.txt': '1' }, { target })

  await inRow('Seed 0', 'Restore')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restore' }))

  await text(`main has the files of ${before.slice(0, 7)} already.`)
  expect(await commitOf(target)).toBe(before)
})

test('a branch starts at an old commit; a name that is taken is refused beside the field', async () => {
  const target = await seed([{ 'a.txt': 'old' }, { 'a.txt': 'new' }])
  const world = await openPanel(<HistoryPanel />, { 'a.txt': 'old' }, { target })

  await inRow('Seed 0', 'Branch from here')
  fireEvent.change(screen.getByLabelText('Name of the new branch'), { target: { value: 'main' } })
  await press('Make the branch')
  await text('main exists already.')
  fireEvent.change(screen.getByLabelText('Name of the new branch'), {
    target: { value: 'old/one' },
  })
  await press('Make the branch')

  await text(/^The branch old\/one now starts at/)
  expect(await filesOf(world, { ...target, branch: 'old/one' })).toEqual({ 'a.txt': 'old' })
})

test('comparing with the project is part of Pro', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  await openPanel(<HistoryPanel />, { 'a.txt': '1' }, { target })

  await inRow('Seed 0', 'Compare with the project')

  await text('Part of Pro')
})

test('the project is compared with an old commit, line by line', async () => {
  const target = await seed([{ 'a.txt': 'one\n', 'gone.txt': 'x' }, { 'a.txt': 'two\n' }])
  await openPanel(<HistoryPanel />, { 'a.txt': 'three\n', 'b.txt': '1' }, { target, isPro: true })

  await inRow('Seed 0', 'Compare with the project')
  await text('gone.txt')
  await press(/a\.txt$/)

  await text('one')
  await text('three')
  await screen.findByRole('button', { name: /a\.txt ?\+1 ?−1$/ }, { timeout: 10_000 })
})

async function inRow(title: string, name: string) {
  const row = (await text(title)).closest('li')
  if (!row) throw new Error(`no row ${title}`)
  fireEvent.click(within(row).getByRole('button', { name: new RegExp(`^${title}`) }))
  fireEvent.click(within(row).getByRole('button', { name }))
}
