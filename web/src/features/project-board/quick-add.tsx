import { CONTROL_CLASSES } from '@app/ui/field-frame.tsx'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { addTask, type TaskStatus } from '#api/projects/tasks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { COLUMN_WORDS } from './task-words.ts'

type Props = { projectId: string; status: TaskStatus; onAdded: () => Promise<void> }

/** At the end of a column: type a name, press Enter, then the next name. */
export function QuickAdd(props: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const column = t(COLUMN_WORDS[props.status])

  if (isOpen) return <NameForm {...props} onClose={() => setOpen(false)} />
  return (
    <button
      type="button"
      aria-label={t('board.quickAddIn', { column })}
      onClick={() => setOpen(true)}
      className="mt-2 flex min-h-11 w-full items-center gap-2 rounded-md px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-surface hover:text-ink"
    >
      <Plus aria-hidden="true" className="size-4" />
      {t('board.quickAdd')}
    </button>
  )
}

/** Stays open while tasks are added. A name that could not be saved is restored, unless the next one is being typed. */
function NameForm({ projectId, status, onAdded, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const label = t('board.quickName', { column: t(COLUMN_WORDS[status]) })

  async function add(event: FormEvent) {
    event.preventDefault()
    const typed = name.trim()
    if (!typed) return

    setName('')
    setFailure(null)
    try {
      await addTask(projectId, { name: typed, status })
      await onAdded()
    } catch (error) {
      const reason = userMessage(t, error, 'errors.tryAgain')
      setFailure(t('board.quickFailed', { name: typed, reason }))
      setName((next) => next || typed)
    }
  }

  return (
    <form onSubmit={add} className="mt-2 grid gap-1.5">
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
        autoFocus
        aria-label={label}
        placeholder={label}
        maxLength={500}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => name.trim() === '' && onClose()}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        className={`h-11 ${CONTROL_CLASSES}`}
      />
      {failure ? (
        <p role="alert" className="px-1 text-xs text-danger">
          {failure}
        </p>
      ) : (
        <p className="px-1 text-xs text-ink-soft">{t('board.quickHint')}</p>
      )}
    </form>
  )
}
