import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import type { ButtonLook } from '#ui/button-look.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SpeechIcon } from '#ui/icons.tsx'
import { Keys } from '#ui/keys.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Row, Shelf } from './shelf.tsx'

const LOOKS: ButtonLook[] = ['primary', 'secondary', 'quiet', 'danger']
const TONES = ['plain', 'accent', 'positive', 'notice', 'danger'] as const

export function Actions() {
  const [isBusy, setBusy] = useState(false)

  return (
    <Shelf title="Actions and small things">
      <Row>
        {LOOKS.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
      </Row>
      <Row>
        {LOOKS.map((look) => (
          <Button key={look} look={look} size="sm">
            {`${look}, small`}
          </Button>
        ))}
      </Row>
      <Row>
        <Button disabled>{'disabled'}</Button>
        <Button isBusy={isBusy} busyText="Sending..." onClick={() => setBusy(true)}>
          {'Press me'}
        </Button>
        <IconButton label="Send feedback">
          <SpeechIcon className="size-5" />
        </IconButton>
        <CopyButton value="git clone" text="Copy" copiedText="Copied" />
        <Spinner className="size-5" />
        <Keys keys={['⌘', 'K']} />
      </Row>
      <Row>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Avatar letter="m" />
        <Avatar letter="?" className="size-12" />
      </Row>
    </Shelf>
  )
}
