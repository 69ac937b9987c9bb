// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Table } from './table.tsx'

afterEach(cleanup)

test('a press anywhere in a row opens it, once', () => {
  const { onOpen } = open()

  fireEvent.click(screen.getByText('Active'))
  fireEvent.click(screen.getByText('Nora'))

  expect(onOpen).toHaveBeenCalledTimes(2)
})

test('a press with a modifier key reaches the link as such', () => {
  const { onOpen } = open()

  fireEvent.click(screen.getByText('Active'), { ctrlKey: true })

  expect(onOpen.mock.lastCall?.[0]).toMatchObject({ ctrlKey: true, metaKey: false })
})

test('the other controls of a row do their own work only', () => {
  const { onOpen, onCheck } = open()

  fireEvent.click(screen.getByText('Select Nora'))
  fireEvent.click(screen.getByRole('checkbox'))

  expect(onCheck).toHaveBeenCalled()
  expect(onOpen).not.toHaveBeenCalled()
})

test('a row has one link for the keyboard, and is none itself', () => {
  open()

  const row = screen.getAllByRole('row')[1]

  expect(row?.hasAttribute('tabindex')).toBe(false)
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

function open() {
  const onOpen = vi.fn((event: MouseEvent) => event.preventDefault())
  const onCheck = vi.fn()
  const columns = [
    {
      id: 'check',
      title: 'Select',
      cell: () => (
        <label>
          Select Nora
          <input type="checkbox" onChange={onCheck} />
        </label>
      ),
    },
    {
      id: 'name',
      title: 'Name',
      cell: () => (
        <a href="#nora" data-row="1">
          Nora
        </a>
      ),
    },
    { id: 'status', title: 'Status', cell: () => 'Active' },
  ]
  const { container } = render(
    <Table caption="People" columns={columns} rows={[1]} rowId={String} />,
  )
  container.querySelector<HTMLElement>('[data-row]')?.addEventListener('click', onOpen)

  return { onOpen, onCheck }
}
