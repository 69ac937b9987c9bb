import { useRef } from 'react'
import { Button } from './button.tsx'

type Props = {
  label: string
  /** As the attribute of the same name. */
  accept: string
  onChoose: (file: File) => void
  isBusy?: boolean
}

/** A button that opens the system's own file chooser. The same file may be chosen again. */
export function FileButton({ label, accept, onChoose, isBusy = false }: Props) {
  const input = useRef<HTMLInputElement>(null)

  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => input.current?.click()}>
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
