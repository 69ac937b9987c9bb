import { Button } from './button.tsx'
import { WarningIcon } from './icons.tsx'

type Props = { title: string; text: string; retryText: string; onRetry: () => unknown }

export function LoadFailed({ title, text, retryText, onRetry }: Props) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <WarningIcon className="mb-3 size-6 text-danger" />
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-prose text-sm break-words text-ink-soft">{text}</p>
      <Button variant="secondary" size="sm" className="mt-5" onClick={() => onRetry()}>
        {retryText}
      </Button>
    </div>
  )
}
