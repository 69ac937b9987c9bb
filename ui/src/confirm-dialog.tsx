import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** Names the object and what happens to it. */
  text: string
  cancelText: string
  confirmText: string
  onConfirm: () => void
  /** For irreversible actions: what has to be typed first. */
  phrase?: { label: string; expected: string }
}

export function ConfirmDialog({ phrase, onConfirm, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const isConfirmed = !phrase || typed.trim() === phrase.expected

  function confirm(event: FormEvent) {
    event.preventDefault()
    if (!isConfirmed) return
    // Before closing, because closing may cancel what is being confirmed.
    onConfirm()
    props.onOpenChange(false)
  }

  return (
    <AlertDialog.Root
      open={props.isOpen}
      onOpenChange={props.onOpenChange}
      onOpenChangeComplete={(isOpen) => !isOpen && setTyped('')}
    >
      <AlertDialog.Portal>
        {/* Also covers the dialog that opened this one. */}
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-40 w-[calc(100vw-2rem)] max-w-dialog -translate-1/2 rounded-lg border border-line bg-surface p-6 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-lg font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-ink-soft">
            {props.text}
          </AlertDialog.Description>
          <form onSubmit={confirm} className="mt-6 grid gap-6">
            {phrase && (
              <TextField
                label={phrase.label}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
              />
            )}
            <div className="flex flex-wrap justify-end gap-3">
              <AlertDialog.Close render={<Button variant="secondary" size="sm" />}>
                {props.cancelText}
              </AlertDialog.Close>
              <Button type="submit" variant="danger" size="sm" disabled={!isConfirmed}>
                {props.confirmText}
              </Button>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
