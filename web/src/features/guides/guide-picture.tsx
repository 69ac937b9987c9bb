import { useTranslation } from '#i18n/language-provider.tsx'

/** Of all pictures: made by e2e/guide-pictures.js, at one and a half times this size. */
const WIDTH = 1024
const HEIGHT = 640

const LOOK = 'h-auto w-full rounded-md border border-line'

/** A screen of ours in the reader's language and theme. The one that is not shown is not loaded. */
export function GuidePicture({ name, alt }: { name: string; alt: string }) {
  const { language } = useTranslation()
  const file = `/guides/${name}-${language}`
  const shared = { width: WIDTH, height: HEIGHT, loading: 'lazy', decoding: 'async' } as const

  return (
    <div className="mt-6">
      <img {...shared} alt={alt} src={`${file}-light.webp`} className={`${LOOK} dark:hidden`} />
      <img
        {...shared}
        alt={alt}
        src={`${file}-dark.webp`}
        className={`${LOOK} hidden dark:block`}
      />
    </div>
  )
}
