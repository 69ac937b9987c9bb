import { useRef } from 'react'
import { Button } from './button.tsx'

type Props = {
  label: string
  /** The same as the HTML attribute. */
  accept: string
  onChoose: (file: File) => void
  isBusy?: boolean
  isPrimary?: boolean
}

/** A button that opens the system's file picker. The same file may be chosen again. */
export function FileButton({ label, accept, onChoose, isBusy = false, isPrimary = false }: Props) {
  const input = useRef<HTMLInputElement>(null)

  return (
    <>
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        size="sm"
        isBusy={isBusy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
