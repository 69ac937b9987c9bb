import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { useUnsavedMark } from './unsaved-marks.ts'

export type LeavingTexts = { title: string; text: string; stay: string; leave: string }

type Props = {
  isOpen: boolean
  title: string
  lead?: string
  closeText: string
  /** Whether closing would lose typed text. */
  isDirty: boolean
  leaving: LeavingTexts
  onClose: () => void
  /** For a button inside that closes the dialog, which also asks. */
  children: (askToClose: () => void) => ReactNode
}

/** A dialog with a form: it asks before typed text is lost. */
export function DraftDialog({ isDirty, leaving, onClose, children, ...dialog }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  useUnsavedMark(dialog.isOpen && isDirty)
  const askToClose = () => (isDirty ? setLeaving(true) : onClose())

  return (
    <Dialog {...dialog} onOpenChange={(isOpen) => !isOpen && askToClose()}>
      {children(askToClose)}
      <ConfirmDialog
        isOpen={isLeaving}
        onOpenChange={setLeaving}
        title={leaving.title}
        text={leaving.text}
        cancelText={leaving.stay}
        confirmText={leaving.leave}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
