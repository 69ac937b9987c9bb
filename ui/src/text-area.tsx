import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { CONTROL_CLASSES, FieldFrame, fieldAttributes } from './field-frame.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
  label: string
  error?: string | null
  hint?: string
  aside?: ReactNode
}

export function TextArea({ label, error, hint, aside, ...area }: Props) {
  const id = useId()

  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} aside={aside}>
      <textarea
        onKeyDown={submitOnCommandEnter}
        {...area}
        {...fieldAttributes(id, { error, hint })}
        className={`block min-h-24 resize-y py-2.5 ${CONTROL_CLASSES}`}
      />
    </FieldFrame>
  )
}

/** Enter adds a line here, so submitting needs another shortcut. */
function submitOnCommandEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
    event.currentTarget.form?.requestSubmit()
  }
}
