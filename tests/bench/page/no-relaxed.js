// A browser without relaxed SIMD, as far as a module's check of features can see.
{
  const { validate } = WebAssembly;
  const swizzle = [0xfd, 0x80, 0x02];
  const has = (bytes) => bytes.some((_, i) => swizzle.every((byte, j) => bytes[i + j] === byte));
  WebAssembly.validate = (source) => !has(new Uint8Array(source.buffer ?? source)) && validate(source);
}
