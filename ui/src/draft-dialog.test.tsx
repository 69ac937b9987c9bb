// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DraftDialog } from './draft-dialog.tsx'
import { useHasUnsaved } from './unsaved-marks.ts'

const LEAVING = {
  title: 'Leave without saving?',
  text: 'Not saved yet.',
  stay: 'Stay',
  leave: 'Go',
}

afterEach(cleanup)

test('a dialog without changes closes at once', async () => {
  const onClose = vi.fn()
  render(<Example isDirty={false} onClose={onClose} />)

  await press('Close')

  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByText(LEAVING.title)).toBeNull()
})

test.each(['Close', 'Cancel'])(
  'with changes, %s asks first, and staying keeps it open',
  async (name) => {
    const onClose = vi.fn()
    render(<Example isDirty onClose={onClose} />)

    await press(name)
    expect(screen.getByText(LEAVING.title)).toBeTruthy()
    await press('Stay')

    expect(screen.queryByText(LEAVING.title)).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  },
)

test('with changes, the Escape key asks as well, and leaving closes it', async () => {
  const onClose = vi.fn()
  render(<Example isDirty onClose={onClose} />)

  await act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }))
  await press('Go')

  expect(onClose).toHaveBeenCalledOnce()
})

test('with changes, pressing outside asks as well', async () => {
  const onClose = vi.fn()
  render(<Example isDirty onClose={onClose} />)

  await act(async () => {
    fireEvent.pointerDown(document.body)
    fireEvent.mouseDown(document.body)
    fireEvent.click(document.body)
  })

  expect(screen.getByText(LEAVING.title)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('its changes are marked as unsaved while it is open', () => {
  const { rerender } = render(<Example isDirty onClose={() => {}} />)
  expect(screen.getByTestId('state').textContent).toBe('unsaved')

  rerender(<Example isDirty isOpen={false} onClose={() => {}} />)

  expect(screen.getByTestId('state').textContent).toBe('nothing to lose')
})

function Example(props: { isDirty: boolean; isOpen?: boolean; onClose: () => void }) {
  return (
    <>
      <p data-testid="state">{useHasUnsaved() ? 'unsaved' : 'nothing to lose'}</p>
      <DraftDialog isOpen title="New project" closeText="Close" leaving={LEAVING} {...props}>
        {(askToClose) => (
          <button type="button" onClick={askToClose}>
            {'Cancel'}
          </button>
        )}
      </DraftDialog>
    </>
  )
}

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
