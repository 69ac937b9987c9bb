import { Button } from './button.tsx'

type Props = { title: string; text: string; clearText: string; onClear: () => void }

/** The list has entries, but none matches the filters, so it offers to clear them. */
export function NoResults({ title, text, clearText, onClear }: Props) {
  return (
    <div role="status" className="flex flex-col items-center px-6 py-12 text-center">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">{text}</p>
      <Button variant="secondary" size="sm" className="mt-5" onClick={onClear}>
        {clearText}
      </Button>
    </div>
  )
}
