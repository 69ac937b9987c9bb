import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  isDirty: boolean
  texts: { title: string; text: string; stay: string; leave: string }
}

/** Asks before what was typed is lost: on the way to another page of ours in our words, on any other way in the browser's. */
export function UnsavedChanges({ isDirty, texts }: Props) {
  const blocker = useBlocker(isDirty)

  useEffect(() => {
    if (!isDirty) return
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)

    function ask(event: BeforeUnloadEvent) {
      event.preventDefault()
    }
  }, [isDirty])

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.state === 'blocked' && blocker.reset()}
      title={texts.title}
      text={texts.text}
      cancelText={texts.stay}
      confirmText={texts.leave}
      onConfirm={() => blocker.state === 'blocked' && blocker.proceed()}
    />
  )
}
