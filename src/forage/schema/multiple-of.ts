/** Whether a number is a whole multiple of another, both taken for the decimal numbers that JSON spells. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const a = toDecimal(value);
  const b = toDecimal(divisor);
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(a) % scaled(b) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** `digits` times ten to the `exponent`; the exponent of a double stays within 400. */
function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
