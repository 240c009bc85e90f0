/** Files of xz and bzip2, written by XZ Utils 5.4 and bzip2 1.0.8, in Base64. `TEXT` is the content of those that are whole. */
export const TEXT = Array.from({ length: 120 }, (_, i) => `${i},${(i * 7919) % 1000}.${i % 10}0,name ${i % 13}\n`).join(
  '',
);

export const FILES = {
  // --check=crc64
  xz:
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AgLAoddABgLAmVk3lcrPuFkzkVua7665iZdBkurY/Wtz2ZjLNoH8aU7a6gW3aXoz3xwHLPd0meUBG' +
    'Jol0vtCKIlvbsvnFPnK2opJe8vHEYOGnglF+VXvd/7lY8Tjy/u/oFoO6obkQvkeIbIUisKYOdO9qE4UTAbwOxoVJXOfV9sikTrb0im+eB0Iqci' +
    'QjH3fXKDzsCXEdoGW0kdKXiRV+6cJdIlwrgDTIpr7Gb32kEIzu4tFegUGGC+QK7KtyW28PSnAzZogcvrIRyX6JEWRUQ0NANCfwyhTH7cRlwvjX' +
    '3xnkZUgWvNep0MwqHyQnPACkwR83YFClUFSQEoCByHXMOqu3Sp22+DXO8Pq0YzWHTb8g8bnW5U2DixShasJKAX5KjU78zRZkMJecpEis70g7uC' +
    'pZFAEjQzfPB/D3X1ikkC5nY2BSVxHo0nmOAXQPpZhlizRBe2GsX7v/Ioiok7ENC5cY/WBcY9WdY7PhU1qNKBXNW+3J/CWcJTE1xea5RBfm9aC7' +
    'GuHM7IZVt7M8jEojKCBSKLhcbYX5bxJYOVqRTyp8RhnXVF1W8letfagdIeHJqMGuxwilc0hL13gBwrHit2gTAzzfT/EcZhZzFvbYdjXgiCctCy' +
    'ont6hPht6qKHPzqO/YOjHcIzCmsgP+3kYqZh6Hl1BaaMqYKPc8xRlGHpRhxqbb0/BG5jL4eRm4ievA+W004ovRV+a+6diKwUbbBEPpOTqCCMaR' +
    'q6nUmvukftLotKIhP3O47KwtTmUWsToeVFP4nW+VOiMsP5BJO/ddsRHKX6G+Hwvo8IGzmsy6ZDPvw6a6hyHQ3oWcc8NfeW5oRMXYDyLqWBoGW/' +
    '2Zoq7qYJx+5RtwWQLJsoXEpKAADkyHqfkgihnAABowWMEAAAHpKUL7HEZ/sCAAAAAARZWg==',
  // --block-size=1000 -T2 --check=crc32
  xzBlocks:
    '/Td6WFoAAAFpIt42A8DhAugHIQEWAAAAHIFESuAD5wFZXQAYCwJlZN5XKz7hZM5Fbmu+uuYmXQZLq2P1rc9mYyzaB/GlO2uoFt2l6M98cByz3d' +
    'JnlARiaJdL7QiiJb27L5xT5ytqKSXvLxxGDhp4JRflV73f+5WPE48v7v6BaDuqG5EL5HiGyFIrCmDnTvahOFEwG8DsaFSVzn1fbIpE629Ipvng' +
    'dCKnIkIx931yg87AlxHaBltJHSl4kVfunCXSJcK4A0yKa+xm99pBCM7uLRXoFBhgvkCuyrcltvD0pwM2aIHL6yEcl+iRFkVENDQDQn8MoUx+3E' +
    'ZcL4198Z5GVIFrzXqdDMKh8kJzwApMEfN2BQpVBUkBKAgch1zDqrt0qdtvg1zvD6tGM1h02/IPG51uVNg4sUoWrCSgF+So1O/M0WZDCXnKRIrO' +
    '9IO7gqWRQBI0M3zwfw919YpJAuZ2NgUlcR6NJ5jgF0D6WYZYs0QXthrF+7/yKKD+Jr4AAAAATp2AmQPA9QLoByEBFgAAAI6gAWTgA+cBbV0AGW' +
    'DAXDy7aAk9BCEwPwzZtHhs5zaRo/wv9KzMc32prsJSzBkkhiMa8NnxzAMRVOe/HiHugdSznat2v/sXujXVKXlvLZqgLHSq7IDLzmcNCaCeJ0jI' +
    'Zf0jvv1LaJoc1xa+fv80LS44JIaHEqRWPjHZs7UfhCz7lu13WWGrGEbp0wwI9YfX+9otji3fJ3lqG+D9izTWSljhc6RC9BDB+A+jnIoYoeku1L' +
    'AbyfD21Ny4UWSPFLejq95Us9BmPveXDt458dpu8KzPHlm6FQTyimDCwRbgr3eOnS/EZNuvWNdVn0KxOMYOP1C2te6PaLHzXSREGCLXDXFAkJP9' +
    '79R42lvzLSLqA3qznk7QhSFRuLxRkt3KyyqZyo1HhdvmTJ+XH/LtVnvJ23joAEH3ySeWjMnqEk5AzC/Fu98L14urYAf4gOYaD3gYnefxrmVfEK' +
    'rOCtuhO5txDXmF5AFawG0NeJ4e+hzYuPfBP1H0PpLip6AAAAAAIz3FVAPANjwhARYAAAAAAKxxLkbgADsALl0ANplAAhDscuMtFbyD9Ectjbdc' +
    'VhahGKGAAOMT4xHq4Vsz2Ekg3+r9rXOSIAKuAAAAAMSayJ8AA/UC6AeJA+gHSjz1VFTim+NRQAMAAAAAAVla',
  // --check=none --lzma2=preset=6,lc=1,lp=3,pb=0,dict=4KiB
  xzProperties:
    '/Td6WFoAAAD/EtlBAgAhAQAAAAA3J5fW4AgLAq4cABgLWpTk0UdOdjfT3pq0GAMWoJ78qz2kfJXkMOTMYgpyrAKikKL1MFbUkWAxaFj1r9YjNy' +
    'nRgrwf7NCBnjmC777KcKJ12vWgMqakjtmFQwjqbmppIUY6JjfwscOPs+xxgU+IiFl0T8/sye9zgB2EDlbobk+nQi6Ys+DUEVV/0JKLYeI5Ulb3' +
    'j5Bb9xciBDZV8yJTBghXsC9Px0+QOmoNUUABQWxSvHU9u85hF7XSCowZk7vKWPtUD9rEwIlMP8LaVVkYMsto9bTWIvNd4GU9Hm0JcRtni3zdxU' +
    'bs+rgyYOupZrH6E9QEHdfWoUY54ThhMtE5dgJnnh78MPdtO2p0sydcENVRSvWL75Spwthb//rJsV8GhZMlBmlSmHs4oc8HctfBEUoibTxzPCJA' +
    'ltqsPHPi9G13P9sbt1tY2oayBP0FmESUfjy8wTWbX+sBN2QsrQZ+yKVgKlpsdSGOrYCBXGJ8lsHvS1AGg37EAoKEh3pYtoTFoWJk5eDrQ8CUt+' +
    'JbO8Jlyt0xZE9xAj1QsJ9Eo9e2V0SsYr6yZtc8Vw+z3Qi6AdBiJCM+gRzPIuF+ZWPqz2xlxsRiV7t+fPGRnvfWmo2uRNVPzCYy6h+ee0MahTZ4' +
    '6oFfB443Pxw6wYClXgqGKBaVCVhykNKWobhJfoDoYq9i/Pe6vJyUfR/J1J1RZoLsAZjPeWnwtIyprnJb511Us7RJraZCDMdqBji8iqL9SeW9rO' +
    'aWo7JWaqV1tF1/zpKHvLO9kB+j4qq8TN73LT6Q3QB6QvvuqnbO4MdaCTiT25LePQ9zyS/LiH8irv/9cVJbbumUolwEMqqA1SUYvk40E3b7ruqZ' +
    'tnVNdlv3LaJKQiUZOXFje+SRSEI0RhPVOmI3Um9hCjwDjy0HKJ4Pc+DnoCx49LFzfhQkn9yVnZqEAAAAAAHCBYwQAADhTjzsqAAK/AIAAAAAAF' +
    'la',
  // --delta=dist=2 --lzma2=preset=0
  xzDelta:
    '/Td6WFoAAATm1rRGAgEDAQEhAQxmvhqr4ADHAI1dABgK/AAquPTJlzRNSgY3PRO818y5y2xBW6+96mWKT0+d2RcrajJXAtDwVMkXosb73OVaFQ' +
    'Lgqv4xYqrlDdoBXmYJ1y4F+czAOTZNtipkFJgsnPHg4N1m/Y6dnNWadOwPsrnG4qxhlFApR0DhzeYvbBFs5qYrUn5VX8TyQeHA1c9QDUUCC+wM' +
    'Hs+n/3MhAAAAAADBEffvTkH6HAABqQHIAQAAlREdcrHEZ/sCAAAAAARZWg==',
  // --lzma2=dict=128MiB
  xzLarge: '/Td6WFoAAATm1rRGAgAhAR4AAACbB1FmAQABYQoAAAATRz+4k51F1AABGgLcLqV+H7bzfQEAAAAABFla',
  // of no content
  xzEmpty: '/Td6WFoAAATm1rRGAAAAABzfRCEftvN9AQAAAAAEWVo=',
  // of 300 random bytes, whose SHA-256 the test knows
  xzStored:
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQErIpHYzcMQQR5+wnN4pmHJNRh8B+TVY26bw8QAsnJEuM06l/Ea5lEHBQamigLw4WGvN/hsuQeHOM' +
    'Nw8H6NO1g7rTjCdfNK7QVq1uqO7KQZL6H+udxLHr5V5bj5toDv92yB1OmrME1Ilvnhf9jwgWSW2gh6Pr7MZ2qqLF2M4bPGrLxfFnCpghvHKYXX' +
    'ZF59uwd4C0602fudl5RkpSsrgDr7A8UziuvcjDtng1jz2JNadehEqIyb9boBYsjb0vTi8L2DzyGEx480bfMOe95dkY0z8IFpfNBbalgAiYqfyZ' +
    'xUdZkHzTqiLYyVLtwXzI3M2dHuQQjX8awSFd4EcwPBwUc/RBzMny9YShEqKEGH8yuoRaW2S3SzUn95HQZPYldryzBCG0DmuoL6NfebbtH5AFwz' +
    'q/7QSpENAAHEAqwCAADMqdU3scRn+wIAAAAABFla',
  // --check=sha256, of "tail\\n"
  xzTail:
    '/Td6WFoAAArh+wyhAgAhARYAAAB0L+WjAQAEdGFpbAoAAAAAvC2QG30KhViBDE8ktM+K6U77KePk0Q9DSaOx5j75bn0AATUFEoPd8hibS5oBAA' +
    'AAAApZWg==',
  bzip2:
    'QlpoOTFBWSZTWZqaybgAATXZAAAQQAV/4CIDQALwdHDoocNAJR/qbVQYqntMTfqqSaANMhT0yNVRgRKJoyNBpdfPm4yYiHk+/r4URGoiIEgpER' +
    'oAHOc4BQiISbAiIYQBFc4FiDkQD81rXr16zF5N8eTPkz5wmV123bVl3nbtM9mWVSZTLKoqoyq4Z2e1SZvKpMpllUmUq3lVCY41uWVSZTrSAQHc' +
    'GwNwdwcA3BuDgHMkISb3ve973vf13mU74v373zLddIjOYC67d3ZEZ0ERmAZ3uZmYjHOhGOyEYtQjFKEYosmcWMyZxQ+eedvLTd5X+AaVhohcTk' +
    'I0W0kkEkkkkkl8z6uczt7EV9VVj5j9YDv3gGhww2WAU6mgsSBDAGGNQ7zkCIIMuHeHd7S79LckkEkEkkkk3Tz6s3va3n2ZmXOce80BnV6rQUUp' +
    'gRcRTmWh6ipTAYuc3SdWwX2aN9M9JQDVgcm0npw5MJk6XTFwzzrARWR3b9fdPIy+Sfre8zQGjXxBZ1TDKUoNuy9KmFKGsBOVe3ead9drIOZOcv' +
    'NAaU+hd84eTLsoKL7LTTwyYDNSXF1z3XoZderwnSgGyROXEgGC5uGXJUwFKCnWAv7m+q9Pd7fLzLN3d3mgNWh+U70ZdlBx1GOzyZcKFrAZvPso' +
    '89ndOQ8Gby5vNAbi5rKjDogF8UQEQXPXGsB30z2zz2988jKr6uevvdAbsh7SpMoPHUcVK2lqlNqUzoBXQCugFbAK/i7kinChITU1k3A=',
  // of no content
  bzip2Empty: 'QlpoORdyRThQkAAAAAA=',
  // -1, of "tail\n"
  bzip2Tail: 'QlpoMTFBWSZTWTrRENYAAAJBgAAQICQEACAAMM0AwaYwcXckU4UJA60RDWA=',
  // of 100,000,000 zeros
  bzip2Zeros:
    'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1nEYApVAD7RQA' +
    'LAAABAAAggADDMCapppUiDaipEHi7kinChIcCoiS4=',
  // tar with d/a.csv (id, 1) and d/b.csv (id, 2)
  tarXz:
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4Cf/AGpdADILyCMNOChHcQREQ7D5OAUeWR/L2Ca9DLqhk/fEHZ4mwXKnmdKrw5zQ862DrEsY92TsKM' +
    'y8E3/7EGJiNCwEegXi64nDvQ1OUvk/68aMsHYvcWcIpuiYIY+R8fiq42j+uPmHT4vONOdQ1gAAAAA+bwVDhb0+KQABhgGAUAAAI5I5t7HEZ/sC' +
    'AAAAAARZWg==',
  // zip with a.csv (id, 1), method 12
  zipBzip2:
    'UEsDBC4AAAAMAKx0fF0P6VvNLAAAAAUAAAAFAAAAYS5jc3ZCWmg5MUFZJlNZMr47sQAAAkkAABAgAAQgIAAwzTQZkK44u5IpwoSBlfHdiFBLAQ' +
    'IuAy4AAAAMAKx0fF0P6VvNLAAAAAUAAAAFAAAAAAAAAAAAAACAAQAAAABhLmNzdlBLBQYAAAAAAQABADMAAABPAAAAAAA=',
} as const;

/** The SHA-256 of the content of `xzStored`. */
export const STORED_HASH = '4c3845db8cef7d684b33c3e989bb1d49107f2e1b02254d63b2a4cebf20f6f321';
