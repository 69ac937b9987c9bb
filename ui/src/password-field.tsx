import { type ComponentProps, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { EyeIcon, EyeOffIcon } from './icons.tsx'
import { TextField } from './text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> & {
  showText: string
  hideText: string
}

export function PasswordField({ showText, hideText, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOffIcon : EyeIcon

  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      // A visible password must not be corrected or capitalised.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          label={isShown ? hideText : showText}
          disabled={field.disabled}
          onClick={() => setShown(!isShown)}
          className="self-center"
        >
          <Icon className="size-5" />
        </IconButton>
      }
    />
  )
}
