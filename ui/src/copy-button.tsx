import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

type Props = {
  value: string
  text: string
  copiedText: string
  /** Its text is only for screen readers where space is short. */
  isCompact?: boolean
}

const CONFIRMED_MS = 2000

/** Confirms in place, because that is where the user looks. */
export function CopyButton({ value, text, copiedText, isCompact = false }: Props) {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={copy}
        className={isCompact ? 'max-sm:w-11 max-sm:px-0' : ''}
      >
        {isCopied ? (
          <CheckIcon className="size-4 text-positive" />
        ) : (
          <CopyIcon className="size-4" />
        )}
        <span className={isCompact ? 'max-sm:sr-only' : ''}>{isCopied ? copiedText : text}</span>
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? copiedText : ''}
      </span>
    </>
  )
}
