import { Avatar } from '@app/ui/avatar.tsx'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import type { ButtonVariant } from '@app/ui/button-classes.ts'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { IconButton } from '@app/ui/icon-button.tsx'
import { SpeechIcon } from '@app/ui/icons.tsx'
import { ShortcutKeys } from '@app/ui/shortcut-keys.tsx'
import { Spinner } from '@app/ui/spinner.tsx'
import { useState } from 'react'
import { GallerySection, Row } from './gallery-section.tsx'

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']
const TONES = ['plain', 'accent', 'positive', 'notice', 'danger'] as const

export function Actions() {
  const [isBusy, setBusy] = useState(false)

  return (
    <GallerySection title="Actions and small things">
      <Row>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </Row>
      <Row>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} size="sm">
            {`${variant}, small`}
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
        <ShortcutKeys keys={['⌘', 'K']} />
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
    </GallerySection>
  )
}
