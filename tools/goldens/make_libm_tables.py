"""Write engine/random/libm_tables.hpp: the tables behind log, exp, pow, sin and cos in engine/random/libm.cpp.

usage: python3 tools/goldens/make_libm_tables.py > engine/random/libm_tables.hpp

Everything follows from mathematics except RECIPROCALS: the 128 interval reciprocals of log were found by a search
(S. Nagy, Arm Optimized Routines, MIT licence) and cannot be derived again; a result equal to the last bit needs the same ones.
"""

from decimal import Decimal
import struct

from high_precision import array, header, sin_cos, split

RECIPROCALS = """
    0x1.734f0c3e0de9fp+0 0x1.713786a2ce91fp+0 0x1.6f26008fab5a0p+0 0x1.6d1a61f138c7dp+0
    0x1.6b1490bc5b4d1p+0 0x1.69147332f0cbap+0 0x1.6719f18224223p+0 0x1.6524f99a51ed9p+0
    0x1.63356aa8f24c4p+0 0x1.614b36b9ddc14p+0 0x1.5f66452c65c4cp+0 0x1.5d867b5912c4fp+0
    0x1.5babccb5b90dep+0 0x1.59d61f2d91a78p+0 0x1.5805612465687p+0 0x1.56397cee76bd3p+0
    0x1.54725e2a77f93p+0 0x1.52aff42064583p+0 0x1.50f22dbb2bddfp+0 0x1.4f38f4734ded7p+0
    0x1.4d843cfde2840p+0 0x1.4bd3ec078a3c8p+0 0x1.4a27fc3e0258ap+0 0x1.4880524d48434p+0
    0x1.46dce1b192d0bp+0 0x1.453d9d3391854p+0 0x1.43a2744b4845ap+0 0x1.420b54115f8fbp+0
    0x1.40782da3ef4b1p+0 0x1.3ee8f5d57fe8fp+0 0x1.3d5d9a00b4ce9p+0 0x1.3bd60c010c12bp+0
    0x1.3a5242b75dab8p+0 0x1.38d22cd9fd002p+0 0x1.3755bc5847a1cp+0 0x1.35dce49ad36e2p+0
    0x1.34679984dd440p+0 0x1.32f5cceffcb24p+0 0x1.3187775a10d49p+0 0x1.301c8373e3990p+0
    0x1.2eb4ebb95f841p+0 0x1.2d50a0219a9d1p+0 0x1.2bef9a8b7fd2ap+0 0x1.2a91c7a0c1babp+0
    0x1.293726014b530p+0 0x1.27dfa5757a1f5p+0 0x1.268b39b1d3bbfp+0 0x1.2539d838ff5bdp+0
    0x1.23eb7aac9083bp+0 0x1.22a012ba940b6p+0 0x1.2157996cc4132p+0 0x1.201201dd2fc9bp+0
    0x1.1ecf4494d480bp+0 0x1.1d8f5528f6569p+0 0x1.1c52311577e7cp+0 0x1.1b17c74cb26e9p+0
    0x1.19e010c2c1ab6p+0 0x1.18ab07bb670bdp+0 0x1.1778a25efbcb6p+0 0x1.1648d354c31dap+0
    0x1.151b990275fddp+0 0x1.13f0ea432d24cp+0 0x1.12c8b7210f9dap+0 0x1.11a3028ecb531p+0
    0x1.107fbda8434afp+0 0x1.0f5ee0f4e6bb3p+0 0x1.0e4065d2a9fcep+0 0x1.0d244632ca521p+0
    0x1.0c0a77ce2981ap+0 0x1.0af2f83c636d1p+0 0x1.09ddb98a01339p+0 0x1.08cabaf52e7dfp+0
    0x1.07b9f2f4e28fbp+0 0x1.06ab58c358f19p+0 0x1.059eea5ecf92cp+0 0x1.04949cdd12c90p+0
    0x1.038c6c6f0ada9p+0 0x1.02865137932a9p+0 0x1.0182427ea7348p+0 0x1.008040614b195p+0
    0x1.fe01ff726fa1ap-1 0x1.fa11cc261ea74p-1 0x1.f6310b081992ep-1 0x1.f25f63ceeadcdp-1
    0x1.ee9c8039113e7p-1 0x1.eae8078cbb1abp-1 0x1.e741aa29d0c9bp-1 0x1.e3a91830a99b5p-1
    0x1.e01e009609a56p-1 0x1.dca01e577bb98p-1 0x1.d92f20b7c9103p-1 0x1.d5cac66fb5ccep-1
    0x1.d272caa5ede9dp-1 0x1.cf26e3e6b2ccdp-1 0x1.cbe6da2a77902p-1 0x1.c8b266d37086dp-1
    0x1.c5894bd5d5804p-1 0x1.c26b533bb9f8cp-1 0x1.bf583eeece73fp-1 0x1.bc4fd75db96c1p-1
    0x1.b951e0c864a28p-1 0x1.b65e2c5ef3e2cp-1 0x1.b374867c9888bp-1 0x1.b094b211d304ap-1
    0x1.adbe885f2ef7ep-1 0x1.aaf1d31603da2p-1 0x1.a82e63fd358a7p-1 0x1.a5740ef09738bp-1
    0x1.a2c2a90ab4b27p-1 0x1.a01a01393f2d1p-1 0x1.9d79f24db3c1bp-1 0x1.9ae2505c7b190p-1
    0x1.9852ef297ce2fp-1 0x1.95cbaeea44b75p-1 0x1.934c69de74838p-1 0x1.90d4f2f6752e6p-1
    0x1.8e6528effd79dp-1 0x1.8bfce9fcc007cp-1 0x1.899c0dabec30ep-1 0x1.87427aa2317fbp-1
    0x1.84f00acb39a08p-1 0x1.82a49e8653e55p-1 0x1.8060195f40260p-1 0x1.7e22563e0a329p-1
    0x1.7beb377dcb5adp-1 0x1.79baa679725c2p-1 0x1.77907f2170657p-1 0x1.756cadbd6130cp-1
""".split()


def bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def rounded(x, places):
    """x to a multiple of 2^-places."""
    return float((x * 2**places).to_integral_value()) / 2**places


def log_table():
    rows = []
    for reciprocal in RECIPROCALS:
        inverse = float.fromhex(reciprocal)
        rows.append(f"{{{inverse.hex()}, {rounded(-Decimal(inverse).ln(), 43).hex()}}}")
    return array("double", "log_intervals", rows, "{1/c, log c to 43 places} for 128 intervals of [0.6875, 1.375).", "[2]")


def pow_log_table():
    rows = []
    for i in range(128):
        center = (0x3FE6955500000000 + (i << 45) + (1 << 44))
        center = struct.unpack("<d", struct.pack("<Q", center))[0]
        inverse = round(128 / center) / 128 if center < 1 else round(256 / center) / 256
        exact = -Decimal(inverse).ln()
        head = rounded(exact, 43)
        rows.append(f"{{{inverse.hex()}, {head.hex()}, {float(exact - Decimal(head)).hex()}}}")
    return array(
        "double", "pow_intervals", rows,
        "{1/c, log c to 43 places, the rest of log c} for 128 intervals of [0.70573, 1.41146).", "[3]")


def exp_table():
    rows = []
    for k in range(128):
        exact = Decimal(2) ** (Decimal(k) / 128)
        head = float(exact)
        tail = float(exact / Decimal(head) - 1)
        rows.append(f"{{{tail.hex()}, {hex((bits(head) - (k << 45)) % 2**64)}ULL}}")
    return array(
        "ExpStep", "exp_steps", rows,
        "2^(k/128) = head (1 + tail); the head's bits are less k << 45, so that adding the whole exponent shifted restores them.")


def sine_table():
    rows = []
    for k in range(112):
        sine, cosine = sin_cos(Decimal(k) / 128)
        rows.append("{" + ", ".join(v.hex() for v in split(sine) + split(cosine)) + "}")
    return array("double", "sine_points", rows, "sin(k/128) and cos(k/128), each as head and tail.", "[4]")


if __name__ == "__main__":
    step = "struct ExpStep {\n    double tail;\n    std::uint64_t head_bits;\n};\n"
    print(header("make_libm_tables.py", "Tables of the elementary functions in libm.cpp.",
                 [log_table(), pow_log_table(), step, exp_table(), sine_table()]), end="")
