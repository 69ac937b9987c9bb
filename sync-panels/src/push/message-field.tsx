import { CONTROL_CLASSES } from '@app/ui/field-frame.tsx'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { COMMIT_TYPES, typeOf, withType } from './commit-types.ts'

type Props = {
  value: string
  /** What the push says without a message. */
  proposed: string
  onChange: (message: string) => void
  /** Beside the message. */
  children: ReactNode
}

/** The message of the commit. Low, because it stays in sight below a long review. */
export function MessageField({ value, proposed, onChange, children }: Props) {
  const { t } = usePanelTexts()
  const id = useId()

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <label htmlFor={id} className="font-medium">
          {t('push.message')}
        </label>
        <span id={`${id}-hint`} className="text-ink-soft max-sm:sr-only">
          {t('push.messageHint')}
        </span>
      </div>
      <div className="flex flex-wrap items-start gap-3 max-sm:*:w-full">
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          placeholder={proposed}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={submitOnCommandEnter}
          rows={1}
          className={`block min-h-12 min-w-56 flex-1 resize-y py-2.5 ${CONTROL_CLASSES}`}
        />
        {children}
      </div>
    </div>
  )
}

/** The type of the commit, which is the first word of its message. */
export function MessageTypes({ value, proposed, onChange }: Omit<Props, 'children'>) {
  const { t } = usePanelTexts()
  const current = typeOf(value)

  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('push.messageType')}</legend>
      {COMMIT_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={type === current}
          onClick={() => onChange(withType(value || proposed, type === current ? null : type))}
          className="min-h-8 rounded-full border border-line px-2.5 font-mono text-xs text-ink-soft transition-colors enabled-hover:border-line-control enabled-hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-ink pointer-coarse:min-h-11"
        >
          {type}
        </button>
      ))}
    </fieldset>
  )
}

/** Enter adds a line here, so submitting needs another shortcut. */
function submitOnCommandEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
    event.currentTarget.form?.requestSubmit()
  }
}
