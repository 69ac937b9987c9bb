import { expect, test } from 'vitest'
import { moved, squareOf, WHOLE, zoomed } from './crop-square.ts'

const WIDE = { width: 400, height: 200 }

test('without a choice the largest centred square is shown', () => {
  expect(squareOf(WIDE, WHOLE)).toEqual({ left: 100, top: 0, side: 200 })
})

test('zooming in shows a smaller square around the same centre', () => {
  expect(squareOf(WIDE, zoomed(WHOLE, 2))).toEqual({ left: 150, top: 50, side: 100 })
})

test('a move stops at the edge, and the next move starts there', () => {
  const atEdge = moved(WIDE, WHOLE, { x: 5, y: 5 })
  const back = moved(WIDE, atEdge, { x: -0.5, y: 0 })

  expect(squareOf(WIDE, atEdge)).toEqual({ left: 200, top: 0, side: 200 })
  expect(squareOf(WIDE, back)).toEqual({ left: 100, top: 0, side: 200 })
})

test('the zoom stays between its limits', () => {
  expect(zoomed(WHOLE, 99).zoom).toBe(4)
  expect(zoomed(WHOLE, 0.1).zoom).toBe(1)
})
