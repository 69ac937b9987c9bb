// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { useHasUnsaved } from './unsaved-marks.ts'
import { type FormOptions, useForm } from './use-form.ts'

type Draft = { name: string; about: string; size: string; isPublic: boolean; tags: string[] }

const INITIAL: Draft = { name: '', about: '', size: 'small', isPublic: false, tags: [] }

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

test('a draft with errors is not saved, and the first field with an error gets the focus', () => {
  const save = vi.fn(async () => {})
  render(
    <Example save={save} check={() => ({ name: 'Name is missing', about: 'About is missing' })} />,
  )

  submit()

  expect(save).not.toHaveBeenCalled()
  expect(screen.getByText('About is missing')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
})

test('every kind of field writes its value into the draft', async () => {
  const save = vi.fn(async (_draft: Draft) => {})
  render(<Example save={save} />)

  type('Name', 'Ferry')
  type('About', 'Carries everybody')
  fireEvent.click(screen.getByLabelText('Large'))
  fireEvent.click(screen.getByLabelText('Public'))
  fireEvent.click(screen.getByLabelText('Red'))
  fireEvent.click(screen.getByLabelText('Blue'))
  fireEvent.click(screen.getByLabelText('Red'))
  await submitAndWait()

  expect(save.mock.lastCall?.[0]).toEqual({
    name: 'Ferry',
    about: 'Carries everybody',
    size: 'large',
    isPublic: true,
    tags: ['blue'],
  })
})

test('while it is saved, all fields are disabled and the button shows its busy label', async () => {
  let finish = () => {}
  const saving = new Promise<void>((resolve) => {
    finish = resolve
  })
  render(<Example save={() => saving} />)
  const label = screen.getByText('Saving...')
  expect(label.className).toBe('invisible')

  submit()

  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  expect(label.className).toBe('')
  await act(async () => finish())
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(false)
})

test('two submits in a row save once', async () => {
  const save = vi.fn(() => new Promise(() => {}))
  render(<Example save={save} />)
  const form = screen.getByRole<HTMLFormElement>('form')

  act(() => {
    form.requestSubmit()
    form.requestSubmit()
  })

  expect(save).toHaveBeenCalledOnce()
})

test('a failure is shown, the typed text stays, and the next attempt hides the failure', async () => {
  const save = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The tide is out'))
  render(<Example save={save} />)
  type('Name', 'Ferry')

  await submitAndWait()
  expect(screen.getByRole('alert').textContent).toBe('Not savedThe tide is out')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ferry')

  await submitAndWait()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an attempt that is refused for an error hides the failure of the one before', async () => {
  const check = (draft: Draft) => ({ name: draft.name ? null : 'Name is missing' })
  render(<Example save={() => Promise.reject(new Error('The tide is out'))} check={check} />)
  type('Name', 'Ferry')
  await submitAndWait()
  expect(screen.getByRole('alert')).toBeTruthy()

  type('Name', '')
  submit()

  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure without a field focuses the field that is marked for another attempt', async () => {
  render(<Example save={() => Promise.reject(new Error('The tide is out'))} />)

  await submitAndWait()

  expect(document.activeElement).toBe(screen.getByLabelText('About'))
})

test('an error that the server has found is shown beside its field, which gets the focus', async () => {
  render(
    <Example
      save={() => Promise.reject(new Error('taken'))}
      explain={() => ({ fields: { name: 'This name is taken' } })}
    />,
  )

  await submitAndWait()

  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('This name is taken')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('errors follow a change of language', () => {
  const inLanguage = (text: string) => (
    <Example save={async () => {}} check={() => ({ name: text })} />
  )
  const { rerender } = render(inLanguage('Name is required'))
  submit()

  rerender(inLanguage('El nombre es obligatorio'))

  expect(screen.getByText('El nombre es obligatorio')).toBeTruthy()
})

test('only a form that asks for it marks what was typed as unsaved, until it is as before', () => {
  const { rerender } = render(<Example save={async () => {}} />)
  type('Name', 'Ferry')
  expect(screen.getByRole('status').textContent).toBe('nothing to lose')

  rerender(<Example save={async () => {}} marksUnsaved />)
  expect(screen.getByRole('status').textContent).toBe('unsaved')

  type('Name', '')
  expect(screen.getByRole('status').textContent).toBe('nothing to lose')
})

test('what was typed stays when the initial values change, everything else follows them', () => {
  const { rerender } = render(<Example save={async () => {}} initial={INITIAL} />)
  type('Name', 'Ferry')
  type('About', 'Typed')
  type('About', '')

  rerender(
    <Example save={async () => {}} initial={{ ...INITIAL, name: 'Boat', about: 'New words' }} />,
  )

  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ferry')
  expect(screen.getByLabelText<HTMLTextAreaElement>('About').value).toBe('New words')
})

test('saving may clear single fields, or all of them', async () => {
  const save = vi
    .fn<FormOptions<Draft>['save']>()
    .mockImplementationOnce(async (_draft, { clear }) => clear('name'))
    .mockImplementationOnce(async (_draft, { clear }) => clear())
  render(<Example save={save} />)
  type('Name', 'Ferry')
  type('About', 'Carries everybody')

  await submitAndWait()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  expect(screen.getByLabelText<HTMLTextAreaElement>('About').value).toBe('Carries everybody')

  await submitAndWait()
  expect(screen.getByLabelText<HTMLTextAreaElement>('About').value).toBe('')
})

test('an action that leads to another page stays busy, until the browser restores this one', async () => {
  render(<Example save={async (_draft, { stayBusy }) => stayBusy()} />)

  await submitAndWait()
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)

  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false)
})

test('what was filled in before the page was hydrated is kept and saved', async () => {
  const save = vi.fn(async (_draft: Draft) => {})
  const page = document.createElement('div')
  document.body.append(page)
  page.innerHTML = renderToString(<Example save={save} />)
  screen.getByLabelText<HTMLInputElement>('Name').value = 'Ferry'
  screen.getByLabelText<HTMLInputElement>('Public').checked = true
  screen.getByLabelText<HTMLInputElement>('Blue').checked = true

  const root = await act(async () => hydrateRoot(page, <Example save={save} />))
  type('About', 'Typed after it')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ferry')
  await submitAndWait()

  expect(save.mock.lastCall?.[0]).toMatchObject({ name: 'Ferry', isPublic: true, tags: ['blue'] })
  act(() => root.unmount())
})

test('a value that the browser shows differently is no change by the user', () => {
  render(
    <Example save={async () => {}} initial={{ ...INITIAL, name: 'Two\nlines' }} marksUnsaved />,
  )

  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Twolines')
  expect(screen.getByRole('status').textContent).toBe('nothing to lose')
})

test('line breaks of another system are no change by the user', async () => {
  const initial = { ...INITIAL, about: 'Two\r\nlines' }
  render(<Example save={async () => {}} initial={initial} marksUnsaved />)

  type('About', 'Two\nlines')
  await submitAndWait()

  expect(screen.getByRole('status').textContent).toBe('nothing to lose')
})

test('what a program wrote into a field without an event is saved', async () => {
  const save = vi.fn(async (_draft: Draft) => {})
  render(<Example save={save} />)

  screen.getByLabelText<HTMLInputElement>('Name').value = 'Ferry'
  await submitAndWait()

  expect(save.mock.lastCall?.[0]).toMatchObject({ name: 'Ferry' })
})

test('the form of a dialog that is rendered within a form does not submit it', async () => {
  const save = vi.fn(async () => {})
  render(<Example save={save} within={createPortal(<form aria-label="Inner" />, document.body)} />)

  fireEvent.submit(screen.getByRole('form', { name: 'Inner' }))

  expect(save).not.toHaveBeenCalled()
})

type Props = Partial<FormOptions<Draft>> & Pick<FormOptions<Draft>, 'save'>

function Example({ within, ...options }: Props & { within?: React.ReactNode }) {
  const form = useForm<Draft>({
    initial: INITIAL,
    explain: (error) => ({ title: 'Not saved', text: (error as Error).message }),
    ...options,
  })

  return (
    <form {...form.props} aria-label="Example">
      <FailureNotice failure={form.failure} />
      <TextField {...form.field('name')} label="Name" />
      <TextArea {...form.field('about')} label="About" data-focus-after-failure />
      <ChoiceGroup
        {...form.choice('size')}
        label="Size"
        choices={[
          { value: 'small', label: 'Small' },
          { value: 'large', label: 'Large' },
        ]}
      />
      <Checkbox {...form.checkbox('isPublic')} label="Public" />
      <Checkbox {...form.option('tags', 'red')} label="Red" />
      <Checkbox {...form.option('tags', 'blue')} label="Blue" />
      <SubmitButton form={form} busyText="Saving...">
        {'Save'}
      </SubmitButton>
      <UnsavedState />
      {within}
    </form>
  )
}

const UnsavedState = () => <p role="status">{useHasUnsaved() ? 'unsaved' : 'nothing to lose'}</p>

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Example' }))

const submitAndWait = () => act(async () => void submit())
