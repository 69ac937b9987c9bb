import { TextArea } from '@app/ui/text-area.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { COMMIT_TYPES, typeOf, withType } from './commit-types.ts'

type Props = {
  value: string
  /** What the push says without a message. */
  proposed: string
  onChange: (message: string) => void
}

/** The message of the commit, and its type as a first word. */
export function MessageField({ value, proposed, onChange }: Props) {
  const { t } = usePanelTexts()
  const current = typeOf(value)

  return (
    <div className="grid gap-2">
      <TextArea
        label={t('push.message')}
        hint={t('push.messageHint')}
        placeholder={proposed}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        rows={2}
      />
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
    </div>
  )
}
