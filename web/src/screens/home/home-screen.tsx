import { SiteFrame } from '#features/site/site-frame.tsx'
import { Hero } from './hero.tsx'
import { Proof } from './proof.tsx'

export function HomeScreen() {
  return (
    <SiteFrame>
      <Hero />
      <Proof />
    </SiteFrame>
  )
}
